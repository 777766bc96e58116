import type { ClientBase } from 'pg';
import type { Reader } from '../reader.ts';

/** When a job last did a whole round, in seconds since 1970, or null; and what waits for it now, where that can be counted. */
export type JobHealth = { readonly job: string; readonly succeededAt: number | null; readonly backlog: number | null };

const NOTE = `
INSERT INTO computed_figure AS f (name, value, computed_at) VALUES ('job.' || $1::text, $2::text, clock_timestamp())
ON CONFLICT (name) DO UPDATE SET value = excluded.value, computed_at = excluded.computed_at`;

/** Keeps that a job did a whole round, and what it had to leave undone, for whichever process is asked. */
export async function noteRound(client: ClientBase, job: string, left: number): Promise<void> {
  await client.query({ name: 'latchkey_note_round', text: NOTE, values: [job, String(left)] });
}

// Over partial indexes of what is open or waits, and the ends of the records' ids: cheap while all is well, and bounded.
const TEXT = `
WITH due(job, backlog) AS (
  SELECT 'completer', count(*) FROM idempotency_record
  WHERE open_since IS NOT NULL AND parked_reason IS NULL AND next_try_at <= clock_timestamp()
    AND (state = 'UNKNOWN' AND held_by IS NULL OR state = 'IN_PROGRESS' AND lease_expires_at <= clock_timestamp())
  UNION ALL SELECT 'watch', count(*) FROM external_reference WHERE next_look_at <= clock_timestamp()
  UNION ALL SELECT 'bulk', count(*) FROM bulk_item i JOIN bulk_operation o ON o.id = i.operation_id
    WHERE o.state = 'running' AND i.result = 'waiting'
  UNION ALL SELECT job, coalesce((SELECT max(id) FROM idempotency_record), 0)
      - coalesce((SELECT value::bigint FROM computed_figure WHERE name = watermark), 0)
    FROM (VALUES ('statistics', 'claims.counted_to'), ('duplicates', 'duplicates.scanned_to')) AS walk(job, watermark)
  UNION ALL SELECT 'reaper', (SELECT value::bigint FROM computed_figure WHERE name = 'job.reaper')
)
SELECT due.job, due.backlog::float8 AS backlog, extract(epoch FROM f.computed_at)::float8 AS "succeededAt"
FROM due LEFT JOIN computed_figure f ON f.name = 'job.' || due.job`;

/** How each job of the worker stands: of the reaper, the backlog is what its last sweep could not do. */
export const readJobs = (reader: Reader): Promise<JobHealth[]> =>
  reader.rows<JobHealth>({ name: 'latchkey_read_jobs', text: TEXT, values: [] });
