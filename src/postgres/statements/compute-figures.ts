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
       extract(epoch FROM public.latchkey_shown_now() - lease_expires_at)::pg_catalog.float8 AS lapsed
     FROM public.idempotency_record WHERE open_since IS NOT NULL
   ), stuck AS (SELECT lapsed FROM open WHERE state = 'IN_PROGRESS' AND NOT is_parked AND lapsed >= 0)
   SELECT 'stuck' AS name, pg_catalog.count(*)::pg_catalog.text AS value FROM stuck
   UNION ALL SELECT 'stuck.oldest_seconds', coalesce(pg_catalog.max(lapsed), 0)::pg_catalog.text FROM stuck
   UNION ALL SELECT 'stuck.ages', pg_catalog.json_build_array(${[0, ...STUCK_BOUNDS_SECONDS]
     .map((from, index, bounds) => {
       const to = bounds[index + 1];
       return `pg_catalog.count(*) FILTER (WHERE lapsed >= ${from}${to === undefined ? '' : ` AND lapsed < ${to}`})`;
     })
     .join(', ')})::pg_catalog.text FROM stuck
   UNION ALL SELECT 'unknown', pg_catalog.count(*)::pg_catalog.text FROM open WHERE state = 'UNKNOWN' AND NOT is_parked
   UNION ALL SELECT 'parked', pg_catalog.count(*)::pg_catalog.text FROM open WHERE is_parked
   UNION ALL SELECT 'held', pg_catalog.count(*)::pg_catalog.text FROM open WHERE held_by IS NOT NULL`,
  `SELECT 'conflicts.day' AS name, pg_catalog.count(*)::pg_catalog.text AS value FROM public.conflict_event
   WHERE last_seen_at > public.latchkey_shown_now() - interval '24 hours'`,
  `SELECT 'expiring.hour' AS name, pg_catalog.count(*)::pg_catalog.text AS value FROM public.idempotency_record
   WHERE answer_expires_at > public.latchkey_shown_now() AND answer_expires_at <= public.latchkey_shown_now() + interval '1 hour'
     AND answer_kept = 'full'`,
  `SELECT 'replay_lag' AS name, coalesce(pg_catalog.json_object_agg(metric, total), '{}')::pg_catalog.text AS value FROM (
     SELECT metric, pg_catalog.sum(count) AS total FROM public.statistic
     WHERE minute > public.latchkey_shown_now() - interval '30 days' AND metric IN (${LAG_METRICS.map((name) => `'${name}'`).join(', ')})
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
  `INSERT INTO public.computed_figure AS f (name, value, computed_at)
   SELECT name, value, public.latchkey_shown_now() FROM (${figure}) AS figures
   WHERE pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtextextended('latchkey figures', 0)) ORDER BY name
   ON CONFLICT (name) DO UPDATE SET value = excluded.value, computed_at = excluded.computed_at`;
