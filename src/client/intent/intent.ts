/** What a user meant to do once: named by its key before the first send, and kept until it is settled. */
export type Intent = {
  readonly key: string;
  readonly slot: Slot;
  /** The input, serialized, so that a page loaded later sends the very same request. */
  readonly input: string;
  readonly madeAtMs: number;
  /** Requests that have gone out under this key, counted before each goes. */
  readonly attempts: number;
};

/** Where an intent lives: one at a time per account, procedure and name (a cart, an article). */
export type Slot = { readonly account: string; readonly procedure: string; readonly name: string };

export type NewIntent = { readonly key: string; readonly slot: Slot; readonly input: string; readonly nowMs: number };

/** The intent of a first submit, before anything was sent. */
export const makeIntent = ({ key, slot, input, nowMs }: NewIntent): Intent => ({
  key,
  slot,
  input,
  madeAtMs: nowMs,
  attempts: 0,
});
