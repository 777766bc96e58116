import type { Pool } from 'pg';

/** A call that was settled as absent or failed, and is due to be looked up once more. */
export type SettledCall = {
  readonly recordId: bigint;
  readonly attempt: number;
  readonly procedure: string;
  readonly step: string;
  readonly ordinal: number;
  readonly provider: string;
  readonly operation: string;
  readonly downstreamKey: string;
  readonly request: string;
  readonly providerId: string | null;
  readonly firstCallAt: Date;
};

// Until a day after the provider's key window (which is kept an hour short): a request that a frozen process had not yet
// sent can have its effect so long. A provider that never forgets a key is watched for thirty days.
const TEXT = `
WITH due AS (
  SELECT id FROM public.external_reference WHERE next_look_at <= pg_catalog.clock_timestamp()
  ORDER BY next_look_at LIMIT $1 FOR UPDATE SKIP LOCKED
), moved AS (
  UPDATE public.external_reference e
  SET next_look_at = CASE WHEN pg_catalog.clock_timestamp() < LEAST(e.key_window_ends_at + interval '25 hours', e.settled_at + interval '30 days')
                          THEN pg_catalog.clock_timestamp() + interval '1 hour' END
  FROM due WHERE e.id = due.id
  RETURNING e.*
)
SELECT m.record_id AS "recordId", r.attempt, r.procedure, m.step, m.ordinal, m.provider, m.operation,
       m.downstream_key AS "downstreamKey", m.request, m.provider_id AS "providerId",
       (extract(epoch FROM m.first_call_at) * 1000)::pg_catalog.float8 AS "firstCallMs"
FROM moved m JOIN public.idempotency_record r ON r.id = m.record_id`;

/** Takes up to `limit` settled calls that are due and sets their next look, an hour later, or the end of looking. */
export async function pickSettled(pool: Pool, limit: number): Promise<SettledCall[]> {
  const { rows } = await pool.query<
    Omit<SettledCall, 'recordId' | 'firstCallAt'> & { recordId: string; firstCallMs: number }
  >({
    name: 'latchkey_pick_settled',
    text: TEXT,
    values: [limit],
  });
  return rows.map(({ recordId, firstCallMs, ...rest }) => ({
    ...rest,
    recordId: BigInt(recordId),
    firstCallAt: new Date(firstCallMs),
  }));
}

const STOP = `
UPDATE public.external_reference SET next_look_at = NULL WHERE record_id = $1 AND step = $2 AND ordinal = $3`;

/** Ends the looking at a call: its effect was found, and the alarm is raised once. */
export async function stopLooking(pool: Pool, call: Pick<SettledCall, 'recordId' | 'step' | 'ordinal'>): Promise<void> {
  await pool.query({
    name: 'latchkey_stop_looking',
    text: STOP,
    values: [String(call.recordId), call.step, call.ordinal],
  });
}
