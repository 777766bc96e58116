import type { ClientBase } from 'pg';
import type { Reader } from '../reader.ts';

/** When a job last did a whole round, in seconds since 1970, or null; and what waits for it now, where that can be counted. */
export type JobHealth = { readonly job: string; readonly succeededAt: number | null; readonly backlog: number | null };

const NOTE = `
INSERT INTO public.computed_figure AS f (name, value, computed_at) VALUES ('job.' || $1::pg_catalog.text, $2::pg_catalog.text, pg_catalog.clock_timestamp())
ON CONFLICT (name) DO UPDATE SET value = excluded.value, computed_at = excluded.computed_at`;

/** Keeps that a job did a whole round, and what it had to leave undone, for whichever process is asked. */
export async function noteRound(client: ClientBase, job: string, left: number): Promise<void> {
  await client.query({ name: 'latchkey_note_round', text: NOTE, values: [job, String(left)] });
}

// Over partial indexes of what is open or waits, and the ends of the records' ids: cheap while all is well, and bounded.
const TEXT = `
WITH due(job, backlog) AS (
  SELECT 'completer', pg_catalog.count(*) FROM public.idempotency_record
  WHERE open_since IS NOT NULL AND parked_reason IS NULL AND next_try_at <= pg_catalog.clock_timestamp()
    AND (state = 'UNKNOWN' AND held_by IS NULL OR state = 'IN_PROGRESS' AND lease_expires_at <= pg_catalog.clock_timestamp())
  UNION ALL SELECT 'watch', pg_catalog.count(*) FROM public.external_reference WHERE next_look_at <= pg_catalog.clock_timestamp()
  UNION ALL SELECT 'bulk', pg_catalog.count(*) FROM public.bulk_item i JOIN public.bulk_operation o ON o.id = i.operation_id
    WHERE o.state = 'running' AND i.result = 'waiting'
  UNION ALL SELECT job, coalesce((SELECT pg_catalog.max(id) FROM public.idempotency_record), 0)
      - coalesce((SELECT value::bigint FROM public.computed_figure WHERE name = watermark), 0)
    FROM (VALUES ('statistics', 'claims.counted_to'), ('duplicates', 'duplicates.scanned_to')) AS walk(job, watermark)
  UNION ALL SELECT 'reaper', (SELECT value::bigint FROM public.computed_figure WHERE name = 'job.reaper')
)
SELECT due.job, due.backlog::pg_catalog.float8 AS backlog, extract(epoch FROM f.computed_at)::pg_catalog.float8 AS "succeededAt"
FROM due LEFT JOIN public.computed_figure f ON f.name = 'job.' || due.job`;

/** How each job of the worker stands: of the reaper, the backlog is what its last sweep could not do. */
export const readJobs = (reader: Reader): Promise<JobHealth[]> =>
  reader.rows<JobHealth>({ name: 'latchkey_read_jobs', text: TEXT, values: [] });
