import type { ClientBase, Pool } from 'pg';
import { freshRecords, SETTLED_AFTER } from './fresh-records.ts';

const WATERMARK = 'claims.counted_to';

// By ranges of ids, so that each record is counted once and a claim has nothing to write. What is older than the minutes
// that are kept is counted by hour.
const TEXT = `
WITH ${freshRecords(WATERMARK, 'r.id, r.procedure, r.created_at')}, tally AS (
  INSERT INTO public.statistic AS s (minute, metric, procedure, count)
  SELECT pg_catalog.date_trunc(CASE WHEN created_at > pg_catalog.clock_timestamp() - interval '2 days' THEN 'minute' ELSE 'hour' END, created_at),
    'claims', procedure, pg_catalog.count(*)::int
  FROM fresh WHERE created_at > pg_catalog.clock_timestamp() - interval '35 days' GROUP BY 1, 3 ORDER BY 1, 3
  ON CONFLICT (minute, metric, procedure) DO UPDATE SET count = s.count + excluded.count
), moved AS (
  UPDATE public.computed_figure SET value = (SELECT pg_catalog.max(id) FROM fresh)::pg_catalog.text, computed_at = pg_catalog.clock_timestamp()
  WHERE name = '${WATERMARK}' AND EXISTS (SELECT FROM fresh)
)
SELECT pg_catalog.count(*)::int AS counted FROM fresh`;

/** Counts the claims of the next `limit` records by minute and procedure. @returns how many records it counted. */
export async function countClaims(client: ClientBase | Pool, limit: number): Promise<number> {
  // What is older than the statistics are kept need not be walked through.
  await client.query(
    `INSERT INTO public.computed_figure (name, value)
     SELECT '${WATERMARK}', coalesce((
       SELECT pg_catalog.min(r.id) - 1 FROM public.idempotency_record r, (
         SELECT pg_catalog.min(created_at) AS at FROM public.idempotency_record WHERE created_at > pg_catalog.clock_timestamp() - interval '35 days'
       ) AS oldest
       WHERE r.created_at BETWEEN oldest.at AND oldest.at + interval '${SETTLED_AFTER}'), 0)::pg_catalog.text
     WHERE NOT EXISTS (SELECT FROM public.computed_figure WHERE name = '${WATERMARK}') ON CONFLICT DO NOTHING`,
  );
  const { rows } = await client.query<{ counted: number }>({
    name: 'latchkey_count_claims',
    text: TEXT,
    values: [limit],
  });
  return rows[0]?.counted ?? 0;
}
