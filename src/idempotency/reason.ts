/** Why a keyed request was answered without running its work. One word per row of the table in docs/retry-table.md. */
export const REASONS = [
  'key_missing',
  'key_invalid',
  'key_in_batch',
  'key_conflict',
  'in_flight',
  'outcome_unknown',
  'under_review',
  'answer_purged',
  'key_expired',
  'read_only',
  'unavailable',
] as const;

export type Reason = (typeof REASONS)[number];

/** HTTP status of each reason (409 and 422 as in draft-ietf-httpapi-idempotency-key-header). */
export const REASON_STATUS: Readonly<Record<Reason, 400 | 409 | 422 | 503>> = {
  key_missing: 400,
  key_invalid: 400,
  key_in_batch: 400,
  key_conflict: 422,
  in_flight: 409,
  outcome_unknown: 409,
  under_review: 409,
  answer_purged: 409,
  key_expired: 422,
  read_only: 503,
  unavailable: 503,
};

/** What `error.data.idempotency` carries. Absent members do not apply to the reason. */
export type KeyRefusal = {
  readonly reason: Reason;
  /** What happened and what to do, for a person. */
  readonly message: string;
  /** When the same key is worth sending again, in milliseconds. */
  readonly retryAfterMs?: number;
  readonly recordId?: string;
  /** Top-level input fields that differ from the first request, or `(procedure)` when that differs. */
  readonly differingFields?: readonly string[];
  readonly originalStatus?: number;
  readonly resourceId?: string | null;
};
