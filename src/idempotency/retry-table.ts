import type { Reason } from './reason.ts';

/**
 * May the client send the same key again, and when? One answer per reason; the client kit executes this table.
 * - `after_delay`: yes, by itself, after `retryAfterMs`.
 * - `ask_first`: yes, but only after `idempotency.status` says that something changed; a person may be needed.
 * - `finished`: no, the intent took effect; show the resource.
 * - `new_intent`: no, not with this key; a new key is the deliberate decision of a person.
 * - `mend_client`: no, the request is malformed; the key stays free.
 */
export type RetryRule = 'after_delay' | 'ask_first' | 'finished' | 'new_intent' | 'mend_client';

export const RETRY_TABLE: Readonly<Record<Reason, RetryRule>> = {
  key_missing: 'mend_client',
  key_invalid: 'mend_client',
  key_in_batch: 'mend_client',
  key_conflict: 'new_intent',
  in_flight: 'after_delay',
  outcome_unknown: 'ask_first',
  under_review: 'ask_first',
  answer_purged: 'finished',
  key_expired: 'new_intent',
  read_only: 'after_delay',
  unavailable: 'after_delay',
};
