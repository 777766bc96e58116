/** How an operator has the open step of a held record go on. */
export type OperatorSettlement =
  /** The provider has the effect: its result is the step's. */
  | { readonly do: 'adopt'; readonly providerId: string }
  /** There is no effect, by the provider's own word (`failed`) or because it has nothing (`absent`, which is watched). */
  | {
      readonly do: 'refuse';
      readonly settled: 'failed' | 'absent';
      readonly providerId: string | null;
      readonly code: string;
      readonly message: string;
    }
  /** What remains is run by the engine; an open call is made again under its key. */
  | { readonly do: 'release'; readonly pastKeyWindow: boolean };

/** The record that is settled, as its lock showed it. */
export type HeldRecord = {
  readonly recordId: string;
  readonly attempt: number;
  readonly heldBy: string;
  readonly detail: string;
};

/** What became of it: ended by the procedure itself, or left to the engine under this attempt. */
export type OperatorEnd =
  | { readonly end: 'completed'; readonly outcome: 'success' | 'refusal'; readonly attempt: number }
  | { readonly end: 'goes_on'; readonly attempt: number };
