import type { ClientBase } from 'pg';
import type { Resource } from '../../idempotency/decide-right.ts';
import { noRows, type Prepared } from '../prepared.ts';
import { CONCAT, EQ, later, PLUS } from './operators.ts';
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
  /** What the run is about: from here on the right to it is this record's. */
  readonly resource: Resource | null;
  /** What the effect would be worth, in minor units; null where the operation has no amount. */
  readonly amount: { readonly cents: number; readonly currency: string } | null;
};

// The first call's time is that of the first one that may have left: where all so far provably did not, it is this one's.
const INTEND = `
WITH clock AS (SELECT pg_catalog.clock_timestamp() AS now), began AS (
  UPDATE public.idempotency_record
  SET external_began = true, subject_type = coalesce(subject_type, $13), subject_id = coalesce(subject_id, $14),
      amount_minor = coalesce(amount_minor, $15), currency = coalesce(currency, $16)
  WHERE id ${EQ} $1 AND attempt ${EQ} $2 RETURNING 1
), intended AS (
  INSERT INTO public.external_reference AS ref
    (record_id, step, ordinal, provider, operation, api_version, downstream_key, request, state,
     first_call_at, last_call_at, call_over_at, key_window_ends_at)
  SELECT $1, $3, $4, $5, $6, $7, $8, $9, 'intended', now, now,
     ${later('now', `($10::pg_catalog.float8 ${PLUS} $12::pg_catalog.float8)`, 'millisecond')}, ${later('now', '$11', 'millisecond')}
  FROM clock
  ON CONFLICT (record_id, step, ordinal) DO UPDATE
  SET state = 'intended', settled_at = NULL, next_look_at = NULL, calls = ref.calls ${PLUS} 1, last_call_at = EXCLUDED.last_call_at,
      call_over_at = EXCLUDED.call_over_at, replays_server_error = false,
      first_call_at = CASE WHEN ref.never_left ${EQ} ref.calls THEN EXCLUDED.first_call_at ELSE ref.first_call_at END,
      key_window_ends_at = CASE WHEN ref.never_left ${EQ} ref.calls THEN EXCLUDED.key_window_ends_at
                                ELSE ref.key_window_ends_at END
  RETURNING ref.calls
)
INSERT INTO public.record_event (record_id, attempt, event, step, detail)
SELECT $1, $2, 'call_intended', $3, ($8 ${CONCAT} ', call ') ${CONCAT} calls FROM intended`;

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
    row.resource?.type ?? null,
    row.resource?.id ?? null,
    row.amount?.cents ?? null,
    row.amount?.currency ?? null,
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
UPDATE public.external_reference
SET state = $4, provider_id = coalesce($5, provider_id), failure_code = $6, failure_message = $7,
    settled_at = CASE WHEN $4 ${EQ} 'cannot_tell' THEN NULL ELSE pg_catalog.clock_timestamp() END,
    never_left = never_left ${PLUS} $9::int, replays_server_error = coalesce($10::boolean, replays_server_error),
    next_look_at = CASE WHEN $4 ${EQ} ANY (ARRAY['absent', 'failed']) THEN ${later('pg_catalog.clock_timestamp()', '$8', 'millisecond')} END
WHERE record_id ${EQ} $1 AND step ${EQ} $2 AND ordinal ${EQ} $3`;

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
