import { type Refusal, type RefusalDetails, refuse } from '../idempotency/refusal.ts';

/** The 409 of a stale screen: `what` (a sentence) says what is different from what was seen, `now` what it is by now. */
export const changed = (what: string, now: RefusalDetails): Refusal<'changed'> =>
  refuse('changed', 409, `${what} Nothing was done. Look at it as it is now, then decide again.`, now);
