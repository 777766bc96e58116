import type { Pool } from 'pg';
import { PACE } from './pace.ts';
import type { PickedRecord } from './pick-abandoned.ts';

const TEXT = `
WITH due AS (
  SELECT id FROM public.idempotency_record
  WHERE open_since IS NOT NULL AND next_try_at <= pg_catalog.clock_timestamp() AND state = 'UNKNOWN' AND held_by IS NULL
    AND parked_reason IS NULL
  ORDER BY next_try_at
  LIMIT $1
  FOR UPDATE SKIP LOCKED
)
UPDATE public.idempotency_record r
SET tries = r.tries + 1,
    next_try_at = pg_catalog.clock_timestamp() + LEAST($2::pg_catalog.float8 * pg_catalog.power(2, LEAST(r.tries, 20)), $3::pg_catalog.float8) * interval '1 millisecond'
FROM due WHERE r.id = due.id
RETURNING r.id, r.attempt, r.tries`;

/** Picks unknown records whose next look-up is due and sets the one after: look-ups back off to a cap and never end. */
export async function pickUnknown(pool: Pool, limit: number): Promise<PickedRecord[]> {
  const { rows } = await pool.query<{ id: string; attempt: number; tries: number }>({
    name: 'latchkey_pick_unknown',
    text: TEXT,
    values: [limit, PACE.backOffMs, PACE.backOffCapMs],
  });
  return rows.map(({ id, attempt, tries }) => ({ recordId: BigInt(id), attempt, tries }));
}
