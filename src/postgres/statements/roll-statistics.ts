import type { ClientBase, Pool } from 'pg';

// One statement: who deletes a minute adds it to its hour, and a second worker finds nothing left to delete.
const TEXT = `
WITH minutes AS (
  DELETE FROM public.statistic
  WHERE minute < pg_catalog.date_trunc('hour', pg_catalog.clock_timestamp() - interval '2 days') AND minute <> pg_catalog.date_trunc('hour', minute)
  RETURNING minute, metric, procedure, count
), hours AS (
  INSERT INTO public.statistic AS s (minute, metric, procedure, count)
  SELECT pg_catalog.date_trunc('hour', minute), metric, procedure, pg_catalog.sum(count)::int FROM minutes GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (minute, metric, procedure) DO UPDATE SET count = s.count + excluded.count
)
SELECT pg_catalog.count(*)::int AS rolled FROM minutes`;

/** Thirty-five days: a month beside the same days of the month before. */
const FORGET = `DELETE FROM public.statistic WHERE minute < pg_catalog.clock_timestamp() - interval '35 days'`;

/** Adds minutes of more than two days ago up to hours, and forgets hours of more than 35 days ago. @returns minutes rolled. */
export async function rollStatistics(client: ClientBase | Pool): Promise<number> {
  const { rows } = await client.query<{ rolled: number }>(TEXT);
  await client.query(FORGET);
  return rows[0]?.rolled ?? 0;
}
