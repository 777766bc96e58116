import type { ClientBase } from 'pg';
import { noRows, type Prepared } from '../prepared.ts';
import type { Owner } from './prove-ownership.ts';

/** What is committed before an external call leaves. */
export type IntentRow = {
  readonly step: string;
  readonly ordinal: number;
  readonly provider: string;
  readonly operation: string;
  readonly apiVersion: string;
  readonly downstreamKey: string;
  /** The exact parameters, as text. */
  readonly request: string;
  readonly timeoutMs: number;
  /** The provider's key window less the hour by which it is closed early. */
  readonly keyWindowMs: number;
};

// The first call's time is that of the first one that may have left: where all so far provably did not, it is this one's.
const INTEND = `
WITH clock AS (SELECT clock_timestamp() AS now), began AS (
  UPDATE idempotency_record SET external_began = true WHERE id = $1 AND attempt = $2 RETURNING 1
), intended AS (
  INSERT INTO external_reference AS ref
    (record_id, step, ordinal, provider, operation, api_version, downstream_key, request, state,
     first_call_at, last_call_at, call_over_at, key_window_ends_at)
  SELECT $1, $3, $4, $5, $6, $7, $8, $9, 'intended', now, now,
     now + ($10::float8 + $12::float8) * interval '1 millisecond', now + $11::float8 * interval '1 millisecond'
  FROM clock
  ON CONFLICT (record_id, step, ordinal) DO UPDATE
  SET state = 'intended', settled_at = NULL, next_look_at = NULL, calls = ref.calls + 1, last_call_at = EXCLUDED.last_call_at,
      call_over_at = EXCLUDED.call_over_at, replays_server_error = false,
      first_call_at = CASE WHEN ref.never_left = ref.calls THEN EXCLUDED.first_call_at ELSE ref.first_call_at END,
      key_window_ends_at = CASE WHEN ref.never_left = ref.calls THEN EXCLUDED.key_window_ends_at
                                ELSE ref.key_window_ends_at END
  RETURNING ref.calls
)
INSERT INTO record_event (record_id, attempt, event, step, detail)
SELECT $1, $2, 'call_intended', $3, $8 || ', call ' || calls FROM intended`;

/** Skew between our clock, the provider's and a scheduler that wakes us late, in milliseconds. */
const SKEW_MS = 1_000;

/**
 * Commits the intent of a call, or of a further call under the same downstream key. The key window counts from the first call
 * that may have left.
 */
export const intendCall = (owner: Owner, row: IntentRow): Prepared => ({
  name: 'latchkey_intend_call',
  text: INTEND,
  values: [
    String(owner.recordId),
    owner.attempt,
    row.step,
    row.ordinal,
    row.provider,
    row.operation,
    row.apiVersion,
    row.downstreamKey,
    row.request,
    row.timeoutMs,
    row.keyWindowMs,
    SKEW_MS,
  ],
  read: noRows,
});

/** What is known of a call by now. */
export type Settlement =
  | { readonly state: 'confirmed'; readonly providerId: string }
  | { readonly state: 'failed'; readonly providerId: string | null; readonly code: string; readonly message: string }
  /** `neverLeft`: the last call provably did not leave. `mayCallAgain`: a person says so, whatever the provider has stored. */
  | { readonly state: 'absent'; readonly neverLeft?: boolean; readonly mayCallAgain?: boolean }
  /** `replaysServerError`: the provider answers the key with a server error that it has stored. */
  | { readonly state: 'cannot_tell'; readonly replaysServerError?: boolean };

/** A frozen process that wakes and sends what it had not yet sent does so within minutes, mostly. */
const FIRST_LOOK_MS = 600_000;

const SETTLE = `
UPDATE external_reference
SET state = $4, provider_id = coalesce($5, provider_id), failure_code = $6, failure_message = $7,
    settled_at = CASE WHEN $4 = 'cannot_tell' THEN NULL ELSE clock_timestamp() END,
    never_left = never_left + $9::int, replays_server_error = coalesce($10::boolean, replays_server_error),
    next_look_at = CASE WHEN $4 IN ('absent', 'failed') THEN clock_timestamp() + $8::float8 * interval '1 millisecond' END
WHERE record_id = $1 AND step = $2 AND ordinal = $3`;

/** Writes what became of a call, in a transaction that proved ownership. */
export async function settleReference(
  client: ClientBase,
  reference: { readonly recordId: bigint; readonly step: string; readonly ordinal: number },
  to: Settlement,
): Promise<void> {
  await client.query({
    name: 'latchkey_settle_reference',
    text: SETTLE,
    values: [
      String(reference.recordId),
      reference.step,
      reference.ordinal,
      to.state,
      'providerId' in to ? to.providerId : null,
      to.state === 'failed' ? to.code : null,
      to.state === 'failed' ? to.message : null,
      FIRST_LOOK_MS,
      to.state === 'absent' && to.neverLeft ? 1 : 0,
      to.state === 'cannot_tell' && to.replaysServerError
        ? true
        : to.state === 'absent' && to.mayCallAgain
          ? false
          : null,
    ],
  });
}
