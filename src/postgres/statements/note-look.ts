import type { Pool } from 'pg';
import type { Owner } from './prove-ownership.ts';

/** What a look-up said that leaves an unknown record unknown. */
export type LookRow = {
  readonly step: string | null;
  /** Why it stays unknown: the record's reason from here on. */
  readonly why: string;
  readonly detail: string;
  /** What the provider said, as text. */
  readonly evidence: string | null;
};

// At the cap of the back-off every look-up would say the same again, for days: the timeline keeps the first of them.
const TEXT = `
WITH told AS (
  UPDATE public.idempotency_record SET unknown_reason = $4
  WHERE id = $1 AND attempt = $2 AND state = 'UNKNOWN' AND held_by IS NULL AND unknown_reason <> $4
)
INSERT INTO public.record_event (record_id, attempt, event, step, detail, evidence)
SELECT $1, $2, 'looked_up', $3, $5, $6
WHERE (SELECT detail FROM public.record_event WHERE record_id = $1 ORDER BY id DESC LIMIT 1) IS DISTINCT FROM $5`;

/** Says on the record and its timeline why it stays unknown; the timeline only where that is not what it says last. */
export async function noteLook(pool: Pool, seen: Owner, row: LookRow): Promise<void> {
  await pool.query({
    name: 'latchkey_note_look',
    text: TEXT,
    values: [String(seen.recordId), seen.attempt, row.step, row.why, row.detail, row.evidence],
  });
}
