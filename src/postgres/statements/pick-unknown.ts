import type { Pool } from 'pg';
import { PACE, pauseAfter } from './pace.ts';
import type { PickedRecord } from './pick-abandoned.ts';

/** An unknown record whose look-up is due, and how long it is until the one after. */
export type PickedUnknown = PickedRecord & { readonly nextLookMs: number };

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
SET waits = r.waits + 1, next_try_at = pg_catalog.clock_timestamp() + ${pauseAfter('r.waits', '$2', '$3')}
FROM due WHERE r.id = due.id
RETURNING r.id, r.attempt, r.tries, (extract(epoch FROM r.next_try_at - pg_catalog.clock_timestamp()) * 1000)::pg_catalog.float8 AS "nextLookMs"`;

/** Picks unknown records whose next look-up is due and sets the one after: look-ups back off to a cap and never end. */
export async function pickUnknown(pool: Pool, limit: number): Promise<PickedUnknown[]> {
  const { rows } = await pool.query<{ id: string; attempt: number; tries: number; nextLookMs: number }>({
    name: 'latchkey_pick_unknown',
    text: TEXT,
    values: [limit, PACE.backOffMs, PACE.backOffCapMs],
  });
  return rows.map(({ id, ...rest }) => ({ recordId: BigInt(id), ...rest }));
}
