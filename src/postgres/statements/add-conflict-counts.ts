import type { ClientBase } from 'pg';

// In the order of the names, so that two processes cannot deadlock.
const TEXT = `
INSERT INTO public.statistic AS s (minute, metric, procedure, count)
SELECT pg_catalog.date_trunc('minute', pg_catalog.statement_timestamp()), 'conflicts', c.procedure, c.count
FROM ROWS FROM (pg_catalog.unnest($1::pg_catalog.text[]), pg_catalog.unnest($2::int[])) AS c(procedure, count) ORDER BY c.procedure
ON CONFLICT (minute, metric, procedure) DO UPDATE SET count = s.count + excluded.count`;

/** Adds how many conflicts each procedure had since the last flush to the statistics of this minute. */
export async function addConflictCounts(client: ClientBase, counts: ReadonlyMap<string, number>): Promise<void> {
  await client.query({
    name: 'latchkey_add_conflict_counts',
    text: TEXT,
    values: [[...counts.keys()], [...counts.values()]],
  });
}
