import type { Pool } from 'pg';
import { PACE, pauseAfter } from './pace.ts';

/** An open record that the completer took for itself. */
export type PickedRecord = { readonly recordId: bigint; readonly attempt: number; readonly tries: number };

// The try is counted and its next time set before anything runs: a record that kills its worker is not tried for ever.
const TEXT = `
WITH due AS (
  SELECT id FROM public.idempotency_record
  WHERE open_since IS NOT NULL AND next_try_at <= pg_catalog.clock_timestamp() AND state = 'IN_PROGRESS'
    AND parked_reason IS NULL AND lease_expires_at <= pg_catalog.clock_timestamp()
  ORDER BY next_try_at
  LIMIT $1
  FOR UPDATE SKIP LOCKED
), picked AS (
  UPDATE public.idempotency_record r
  SET attempt = r.attempt + 1, tries = r.tries + 1, heartbeat_at = pg_catalog.clock_timestamp(), lease_owner = $3,
      lease_expires_at = pg_catalog.clock_timestamp() + $2 * interval '1 millisecond',
      next_try_at = pg_catalog.clock_timestamp() + $2 * interval '1 millisecond'
        + ${pauseAfter('GREATEST(r.tries, r.waits)', '$4', '$5')}
  FROM due WHERE r.id = due.id
  RETURNING r.id, r.attempt, r.tries
), noted AS (
  INSERT INTO public.record_event (record_id, attempt, event, detail)
  SELECT id, attempt, 'taken_over', $3 || ', try ' || tries FROM picked
)
SELECT id, attempt, tries FROM picked`;

/** Takes up to `limit` abandoned records whose next try is due; any number of workers may do so at once. */
export async function pickAbandoned(
  pool: Pool,
  limit: number,
  lease: { readonly leaseMs: number; readonly leaseOwner: string },
): Promise<PickedRecord[]> {
  const { rows } = await pool.query<{ id: string; attempt: number; tries: number }>({
    name: 'latchkey_pick_abandoned',
    text: TEXT,
    values: [limit, lease.leaseMs, lease.leaseOwner, PACE.backOffMs, PACE.backOffCapMs],
  });
  return rows.map(({ id, attempt, tries }) => ({ recordId: BigInt(id), attempt, tries }));
}
