import type { Pool } from 'pg';

/** A transaction that began before this has ended one way or the other, so that no lower id can appear behind the count. */
const SETTLED_AFTER = '1 minute';

const WATERMARK = 'claims.counted_to';

// The watermark's row is the lock: a second worker finds it taken and does nothing. By ranges of ids, so that each record
// is counted once and a claim has nothing to write. What is older than the minutes that are kept is counted by hour.
const TEXT = `
WITH mark AS MATERIALIZED (
  SELECT value::bigint AS id FROM computed_figure WHERE name = '${WATERMARK}' FOR UPDATE SKIP LOCKED
), settled AS MATERIALIZED (
  SELECT r.id FROM idempotency_record r WHERE r.created_at <= clock_timestamp() - interval '${SETTLED_AFTER}'
  ORDER BY r.created_at DESC, r.id DESC LIMIT 1
), fresh AS MATERIALIZED (
  SELECT r.id, r.procedure, r.created_at FROM idempotency_record r
  WHERE r.id > (SELECT id FROM mark) AND r.id <= (SELECT id FROM settled) ORDER BY r.id LIMIT $1
), tally AS (
  INSERT INTO statistic AS s (minute, metric, procedure, count)
  SELECT date_trunc(CASE WHEN created_at > clock_timestamp() - interval '2 days' THEN 'minute' ELSE 'hour' END, created_at),
    'claims', procedure, count(*)::int
  FROM fresh WHERE created_at > clock_timestamp() - interval '35 days' GROUP BY 1, 3 ORDER BY 1, 3
  ON CONFLICT (minute, metric, procedure) DO UPDATE SET count = s.count + excluded.count
), moved AS (
  UPDATE computed_figure SET value = (SELECT max(id) FROM fresh)::text, computed_at = clock_timestamp()
  WHERE name = '${WATERMARK}' AND EXISTS (SELECT FROM fresh)
)
SELECT count(*)::int AS counted FROM fresh`;

/** Counts the claims of the next `limit` records by minute and procedure. @returns how many records it counted. */
export async function countClaims(pool: Pool, limit: number): Promise<number> {
  // What is older than the statistics are kept need not be walked through.
  await pool.query(
    `INSERT INTO computed_figure (name, value)
     SELECT '${WATERMARK}', coalesce((
       SELECT r.id - 1 FROM idempotency_record r WHERE r.created_at > clock_timestamp() - interval '35 days'
       ORDER BY r.created_at, r.id LIMIT 1), 0)::text
     WHERE NOT EXISTS (SELECT FROM computed_figure WHERE name = '${WATERMARK}') ON CONFLICT DO NOTHING`,
  );
  const { rows } = await pool.query<{ counted: number }>({
    name: 'latchkey_count_claims',
    text: TEXT,
    values: [limit],
  });
  return rows[0]?.counted ?? 0;
}
