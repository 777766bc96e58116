import type { Pool } from 'pg';

/** How often a record was replayed since the last flush. */
export type ReplayCount = { readonly recordId: bigint; readonly count: number };

// Rows are locked in the order of their ids, so that two processes that flush the same hot records cannot deadlock.
const TEXT = `
WITH counts AS (
  SELECT * FROM unnest($1::bigint[], $2::int[]) AS c(id, count)
), held AS (
  SELECT r.id FROM idempotency_record r JOIN counts USING (id) ORDER BY r.id FOR UPDATE OF r
)
UPDATE idempotency_record r
SET replay_count = r.replay_count + counts.count, last_replayed_at = clock_timestamp()
FROM counts JOIN held USING (id)
WHERE r.id = counts.id`;

/** Adds aggregated replay counts; records that are gone by now are passed over. */
export async function addReplays(pool: Pool, counts: readonly ReplayCount[]): Promise<void> {
  await pool.query({
    name: 'latchkey_add_replays',
    text: TEXT,
    values: [counts.map((c) => String(c.recordId)), counts.map((c) => c.count)],
  });
}
