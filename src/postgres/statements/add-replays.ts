import type { ClientBase } from 'pg';
import { LAG_BOUNDS_SECONDS, LAG_METRICS } from '../../idempotency/lag-buckets.ts';

/** How often a record's answer was asked for again since the last flush: given, and no longer there to be given. */
export type ReplayCount = { readonly recordId: bigint; readonly count: number; readonly late: number };

// Rows are locked in the order of their ids and tallied in the order of their names, so that two processes that flush the
// same hot records cannot deadlock. How late a repeat was is measured here: two seconds too long at most.
const TEXT = `
WITH counts AS (
  SELECT * FROM ROWS FROM (pg_catalog.unnest($1::bigint[]), pg_catalog.unnest($2::int[]), pg_catalog.unnest($3::int[])) AS c(id, count, late)
), held AS (
  SELECT r.id, r.procedure, extract(epoch FROM pg_catalog.statement_timestamp() - r.completed_at)::pg_catalog.float8 AS lag
  FROM public.idempotency_record r JOIN counts USING (id) ORDER BY r.id FOR UPDATE OF r SKIP LOCKED
), tally AS (
  INSERT INTO public.statistic AS s (minute, metric, procedure, count)
  SELECT pg_catalog.date_trunc('minute', pg_catalog.statement_timestamp()), told.metric, procedure, pg_catalog.sum(told.count)::int
  FROM held JOIN counts USING (id) CROSS JOIN LATERAL (VALUES
    ('replays', counts.count), ('late_retries', counts.late),
    (('{${LAG_METRICS.join(',')}}'::pg_catalog.text[])[1 + pg_catalog.width_bucket(coalesce(lag, 0), '{${LAG_BOUNDS_SECONDS.join(',')}}'::pg_catalog.float8[])],
     counts.count + counts.late)
  ) AS told(metric, count)
  WHERE told.count > 0 GROUP BY 2, 3 ORDER BY 2, 3
  ON CONFLICT (minute, metric, procedure) DO UPDATE SET count = s.count + excluded.count
), counted AS (
  UPDATE public.idempotency_record r
  SET replay_count = r.replay_count + counts.count, last_replayed_at = pg_catalog.clock_timestamp()
  FROM counts JOIN held USING (id)
  WHERE r.id = counts.id AND counts.count > 0
)
SELECT r.id::pg_catalog.text AS id FROM public.idempotency_record r JOIN counts USING (id)
WHERE NOT EXISTS (SELECT FROM held WHERE held.id = r.id)`;

/**
 * Adds aggregated replay counts to records and statistics; records that are gone by now are passed over.
 * @returns the ids of those that somebody holds: they are not counted yet.
 */
export async function addReplays(client: ClientBase, counts: readonly ReplayCount[]): Promise<bigint[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'latchkey_add_replays',
    text: TEXT,
    values: [counts.map((c) => String(c.recordId)), counts.map((c) => c.count), counts.map((c) => c.late)],
  });
  return rows.map(({ id }) => BigInt(id));
}
