import type { Failure } from '../../../client/failure.ts';

/** What every dialog of an action gets from the hook that sends it. */
export type ActionState = {
  readonly isSending: boolean;
  readonly failure: Failure | null;
  /** The path of this page, to come back to after signing in. */
  readonly returnTo: string;
  /** Reads the record anew; for a stale screen. */
  readonly onLookAgain: () => void;
};

/** Shown before a reason is sent, and checked again by the server. */
export const MIN_REASON_LENGTH = 15;
