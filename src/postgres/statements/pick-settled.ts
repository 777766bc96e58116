import type { Pool } from 'pg';
import type { Resource } from '../../idempotency/decide-right.ts';

/** A call that was settled as absent or failed, and may be looked up once more. */
export type SettledCall = {
  readonly recordId: bigint;
  readonly attempt: number;
  readonly procedure: string;
  readonly resource: Resource | null;
  readonly step: string;
  readonly ordinal: number;
  readonly provider: string;
  readonly operation: string;
  readonly downstreamKey: string;
  readonly request: string;
  readonly providerId: string | null;
  readonly firstCallAt: Date;
};

const COLUMNS = `
  e.record_id AS "recordId", r.attempt, r.procedure, r.subject_type AS "subjectType", r.subject_id AS "subjectId",
  e.step, e.ordinal, e.provider, e.operation, e.downstream_key AS "downstreamKey", e.request, e.provider_id AS "providerId",
  (extract(epoch FROM e.first_call_at) * 1000)::pg_catalog.float8 AS "firstCallMs"`;

// Until a day after the provider's key window (which is kept an hour short): a request that a frozen process had not yet
// sent can have its effect so long. A provider that never forgets a key is watched for thirty days.
const DUE = `
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
SELECT ${COLUMNS} FROM moved e JOIN public.idempotency_record r ON r.id = e.record_id`;

/** Takes up to `limit` settled calls that are due and sets their next look, an hour later, or the end of looking. */
export const pickSettled = (pool: Pool, limit: number): Promise<SettledCall[]> =>
  select(pool, { name: 'latchkey_pick_settled', text: DUE, values: [limit] });

// A decline is the provider's own word that nothing happened; an absence is only what it did not know of yet.
const ABSENT = `
SELECT ${COLUMNS} FROM public.idempotency_record r JOIN public.external_reference e ON e.record_id = r.id
WHERE r.subject_type = $1 AND r.subject_id = $2 AND r.id <> $3::bigint AND r.procedure = $4
  AND e.state = 'absent' AND e.next_look_at IS NOT NULL
ORDER BY e.id`;

/** Calls that other records of the procedure made for the resource, were settled as absent, and are still watched. */
export const findAbsentCalls = (
  pool: Pool,
  of: { readonly resource: Resource; readonly recordId: bigint; readonly procedure: string },
): Promise<SettledCall[]> => {
  const { resource, recordId, procedure } = of;
  const values = [resource.type, resource.id, String(recordId), procedure];
  return select(pool, { name: 'latchkey_find_absent_calls', text: ABSENT, values });
};

type Row = Omit<SettledCall, 'recordId' | 'firstCallAt' | 'resource'> & {
  readonly recordId: string;
  readonly firstCallMs: number;
  readonly subjectType: string | null;
  readonly subjectId: string | null;
};

async function select(pool: Pool, query: { name: string; text: string; values: unknown[] }): Promise<SettledCall[]> {
  const { rows } = await pool.query<Row>(query);
  return rows.map(({ recordId, firstCallMs, subjectType, subjectId, ...rest }) => ({
    ...rest,
    recordId: BigInt(recordId),
    resource: subjectType !== null && subjectId !== null ? { type: subjectType, id: subjectId } : null,
    firstCallAt: new Date(firstCallMs),
  }));
}
