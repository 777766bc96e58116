import type { ClientBase, Pool } from 'pg';
import { freshRecords, SETTLED_AFTER } from './fresh-records.ts';

/** What one round saw: records looked at, and suspicions that are new or have grown. `isDone` when it reached the newest. */
export type DuplicateRound = { readonly scanned: number; readonly suspected: number; readonly isDone: boolean };

/** A person who means the same thing twice takes longer; a client that mints a key per attempt retries within seconds. */
const APART_MINUTES = 5;

const WATERMARK = 'duplicates.scanned_to';

// Looks back from the new records over the minutes before them, joins what is minutes apart, and lets a suspicion that is
// known already grow.
const TEXT = `
WITH ${freshRecords(WATERMARK, 'r.id, r.scope, r.procedure, r.fingerprint, r.created_at')}, span AS MATERIALIZED (
  SELECT pg_catalog.min(created_at) - interval '${APART_MINUTES} minutes' AS from_at, pg_catalog.max(created_at) + interval '${SETTLED_AFTER}' AS to_at, pg_catalog.max(id) AS to_id FROM fresh
), around AS (
  SELECT r.id, r.scope, r.procedure, r.fingerprint, r.created_at FROM public.idempotency_record r
  WHERE r.created_at >= (SELECT from_at FROM span) AND r.created_at <= (SELECT to_at FROM span)
    AND r.id <= (SELECT to_id FROM span)
), gaps AS (
  SELECT a.*, a.created_at - pg_catalog.lag(a.created_at) OVER w > interval '${APART_MINUTES} minutes' AS begins
  FROM around a WINDOW w AS (PARTITION BY a.scope, a.fingerprint ORDER BY a.created_at, a.id)
), islands AS (
  SELECT g.*, pg_catalog.count(*) FILTER (WHERE g.begins) OVER (PARTITION BY g.scope, g.fingerprint ORDER BY g.created_at, g.id) AS island
  FROM gaps g
), found AS MATERIALIZED (
  SELECT scope, procedure, fingerprint, (pg_catalog.array_agg(id ORDER BY created_at, id))[1] AS first_id,
         (pg_catalog.array_agg(id ORDER BY created_at DESC, id DESC))[1] AS last_id, pg_catalog.count(*)::int AS records,
         pg_catalog.min(created_at) AS first_at, pg_catalog.max(created_at) AS last_at, pg_catalog.array_agg(id) AS ids
  FROM islands GROUP BY scope, procedure, fingerprint, island
  HAVING pg_catalog.count(*) > 1 AND pg_catalog.max(id) > (SELECT id FROM mark)
), known AS MATERIALIZED (
  SELECT DISTINCT ON (f.scope, f.fingerprint, f.first_id) s.id, f.last_id, f.last_at,
         s.records + (SELECT pg_catalog.count(*)::int FROM pg_catalog.unnest(f.ids) AS member(id) WHERE member.id > (SELECT id FROM mark)) AS records,
         f.scope, f.fingerprint, f.first_id
  FROM found f JOIN public.suspected_duplicate s ON s.scope = f.scope AND s.fingerprint = f.fingerprint
    AND s.last_at >= f.first_at - interval '${APART_MINUTES} minutes' AND s.first_at <= f.last_at
  ORDER BY f.scope, f.fingerprint, f.first_id, s.last_at DESC
), grown AS (
  UPDATE public.suspected_duplicate s SET records = k.records, last_id = k.last_id, last_at = k.last_at
  FROM known k WHERE s.id = k.id RETURNING 1
), added AS (
  INSERT INTO public.suspected_duplicate (scope, procedure, fingerprint, first_id, last_id, records, first_at, last_at)
  SELECT f.scope, f.procedure, f.fingerprint, f.first_id, f.last_id, f.records, f.first_at, f.last_at FROM found f
  WHERE NOT EXISTS (SELECT FROM known k WHERE k.scope = f.scope AND k.fingerprint = f.fingerprint AND k.first_id = f.first_id)
  RETURNING 1
), moved AS (
  UPDATE public.computed_figure SET value = (SELECT to_id FROM span)::pg_catalog.text, computed_at = pg_catalog.clock_timestamp()
  WHERE name = '${WATERMARK}' AND (SELECT to_id FROM span) > (SELECT id FROM mark) RETURNING 1
)
SELECT (SELECT pg_catalog.count(*) FROM fresh)::int AS scanned, (SELECT pg_catalog.count(*) FROM grown)::int + (SELECT pg_catalog.count(*) FROM added)::int AS suspected`;

/** Looks through the next `limit` records for the same request under different keys, minutes apart. */
export async function findDuplicates(client: ClientBase | Pool, limit: number): Promise<DuplicateRound> {
  // Begins with what there is: everything that is still remembered is looked through once.
  await client.query(
    `INSERT INTO public.computed_figure (name, value) VALUES ('${WATERMARK}', '0') ON CONFLICT DO NOTHING`,
  );
  const { rows } = await client.query<{ scanned: number; suspected: number }>({
    name: 'latchkey_find_duplicates',
    text: TEXT,
    values: [limit],
  });
  const { scanned = 0, suspected = 0 } = rows[0] ?? {};
  return { scanned, suspected, isDone: scanned < limit };
}

/** Moves the walk behind its next record, which could not be looked at. */
export async function passOverRecord(client: ClientBase | Pool): Promise<void> {
  await client.query(`UPDATE public.computed_figure SET value = coalesce((
      SELECT pg_catalog.min(r.id) FROM public.idempotency_record r WHERE r.id > value::pg_catalog.int8
    )::pg_catalog.text, value)
    WHERE name = '${WATERMARK}'`);
}
