import type { ClientBase, Pool } from 'pg';

/** What one page of the reaper did. `lastId` is null after the last page. */
export type ReapedPage = { readonly lastId: bigint | null; readonly purged: number; readonly forgotten: number };

// By primary key and not by an index on the dates: completion sets those, and an index would end its heap-only update.
const TEXT = `
WITH page AS (
  SELECT id FROM public.idempotency_record WHERE id > $1 ORDER BY id LIMIT $2
), due AS (
  SELECT r.id, r.forget_at <= pg_catalog.clock_timestamp() AS forget
  FROM public.idempotency_record r JOIN page USING (id)
  WHERE r.state = 'COMPLETED'
    AND (r.forget_at <= pg_catalog.clock_timestamp() OR (r.answer IS NOT NULL AND r.answer_expires_at <= pg_catalog.clock_timestamp()))
  FOR UPDATE OF r SKIP LOCKED
), purged AS (
  UPDATE public.idempotency_record r SET answer = NULL, answer_kept = 'purged'
  FROM due WHERE r.id = due.id AND NOT due.forget RETURNING 1
), forgotten AS (
  DELETE FROM public.idempotency_record r USING due WHERE r.id = due.id AND due.forget RETURNING 1
)
SELECT (SELECT pg_catalog.max(id) FROM page) AS last_id, (SELECT pg_catalog.count(*) FROM purged)::int AS purged,
       (SELECT pg_catalog.count(*) FROM forgotten)::int AS forgotten`;

/** Purges expired answers and deletes forgotten records among the next `limit` ids; open records are never touched. */
export async function reapPage(client: ClientBase | Pool, afterId: bigint, limit: number): Promise<ReapedPage> {
  const { rows } = await client.query<{ last_id: string | null; purged: number; forgotten: number }>({
    name: 'latchkey_reap',
    text: TEXT,
    values: [String(afterId), limit],
  });
  const row = rows[0];
  if (!row) return { lastId: null, purged: 0, forgotten: 0 };
  return { lastId: row.last_id === null ? null : BigInt(row.last_id), purged: row.purged, forgotten: row.forgotten };
}

const LAST = `SELECT pg_catalog.max(id)::pg_catalog.text AS last FROM (SELECT id FROM public.idempotency_record WHERE id > $1 ORDER BY id LIMIT $2) AS page`;

/** The last of the next `limit` ids, or null when there is none. */
export async function lastOfPage(client: ClientBase | Pool, afterId: bigint, limit: number): Promise<bigint | null> {
  const { rows } = await client.query<{ last: string | null }>(LAST, [String(afterId), limit]);
  const last = rows[0]?.last ?? null;
  return last === null ? null : BigInt(last);
}
