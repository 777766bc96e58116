import type { Pool } from 'pg';
import { LAG_METRICS } from '../../idempotency/lag-buckets.ts';
import { inBoundedTransaction, JOB } from '../bounded-transaction.ts';
import { isDatabaseGone } from '../failure.ts';

/** Upper bounds in seconds of how long records have been stuck; beyond the last is one more bucket. */
export const STUCK_BOUNDS_SECONDS = [60, 600, 3_600, 6 * 3_600, 24 * 3_600] as const;

/** Statements that each give one or more figures as name and text. A slow one keeps only its own from being new. */
const FIGURES: readonly string[] = [
  // Over the partial index of open records, of which there are as many as work is at hand.
  `WITH open AS MATERIALIZED (
     SELECT state, parked_reason IS NOT NULL AS is_parked, held_by,
       extract(epoch FROM latchkey_shown_now() - lease_expires_at)::float8 AS lapsed
     FROM idempotency_record WHERE open_since IS NOT NULL
   ), stuck AS (SELECT lapsed FROM open WHERE state = 'IN_PROGRESS' AND NOT is_parked AND lapsed >= 0)
   SELECT 'stuck' AS name, count(*)::text AS value FROM stuck
   UNION ALL SELECT 'stuck.oldest_seconds', coalesce(max(lapsed), 0)::text FROM stuck
   UNION ALL SELECT 'stuck.ages', json_build_array(${[0, ...STUCK_BOUNDS_SECONDS]
     .map((from, index, bounds) => {
       const to = bounds[index + 1];
       return `count(*) FILTER (WHERE lapsed >= ${from}${to === undefined ? '' : ` AND lapsed < ${to}`})`;
     })
     .join(', ')})::text FROM stuck
   UNION ALL SELECT 'unknown', count(*)::text FROM open WHERE state = 'UNKNOWN' AND NOT is_parked
   UNION ALL SELECT 'parked', count(*)::text FROM open WHERE is_parked
   UNION ALL SELECT 'held', count(*)::text FROM open WHERE held_by IS NOT NULL`,
  `SELECT 'conflicts.day' AS name, count(*)::text AS value FROM conflict_event
   WHERE last_seen_at > latchkey_shown_now() - interval '24 hours'`,
  `SELECT 'expiring.hour' AS name, count(*)::text AS value FROM idempotency_record
   WHERE answer_expires_at > latchkey_shown_now() AND answer_expires_at <= latchkey_shown_now() + interval '1 hour'
     AND answer_kept = 'full'`,
  `SELECT 'replay_lag' AS name, coalesce(json_object_agg(metric, total), '{}')::text AS value FROM (
     SELECT metric, sum(count) AS total FROM statistic
     WHERE minute > latchkey_shown_now() - interval '30 days' AND metric IN (${LAG_METRICS.map((name) => `'${name}'`).join(', ')})
     GROUP BY metric) AS lags`,
];

/** Seconds are what a count by page ranges of millions may take; then the old figure stays, and says how old it is. */
const TIMEOUT_MS = 10_000;

/** Computes every figure of the overview and keeps it. @returns the errors of those that could not be computed. */
export async function computeFigures(pool: Pool): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const figure of FIGURES) {
    try {
      await inBoundedTransaction(pool, { ...JOB, statementTimeoutMs: TIMEOUT_MS }, (client) =>
        client.query(keep(figure)),
      );
    } catch (error) {
      if (isDatabaseGone(error)) throw error;
      failures.push(error);
    }
  }
  return failures;
}

// One at a time over all workers: the second has nothing to add to what the first is computing.
const keep = (figure: string): string =>
  `INSERT INTO computed_figure AS f (name, value, computed_at)
   SELECT name, value, latchkey_shown_now() FROM (${figure}) AS figures
   WHERE pg_try_advisory_xact_lock(hashtextextended('latchkey figures', 0)) ORDER BY name
   ON CONFLICT (name) DO UPDATE SET value = excluded.value, computed_at = excluded.computed_at`;
