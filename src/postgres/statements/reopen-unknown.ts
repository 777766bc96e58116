import type { Pool } from 'pg';
import type { Owner } from './prove-ownership.ts';

const TEXT = `
WITH reopened AS (
  UPDATE public.idempotency_record
  SET state = 'IN_PROGRESS', unknown_reason = NULL, attempt = attempt + 1, heartbeat_at = pg_catalog.clock_timestamp(),
      lease_expires_at = pg_catalog.clock_timestamp() + $3 * interval '1 millisecond',
      next_try_at = pg_catalog.clock_timestamp() + $3 * interval '1 millisecond', lease_owner = $4
  WHERE id = $1 AND attempt = $2 AND state = 'UNKNOWN' AND held_by IS NULL AND parked_reason IS NULL
  RETURNING id, attempt
), noted AS (
  INSERT INTO public.record_event (record_id, attempt, event, detail, evidence)
  SELECT id, attempt, 'looked_up', $5, $6 FROM reopened
)
SELECT attempt FROM reopened`;

/** A look-up answered: the record is in progress again under a new attempt, committed before any call. Null: no longer unknown. */
export async function reopenUnknown(
  pool: Pool,
  seen: Owner,
  lease: { readonly leaseMs: number; readonly leaseOwner: string },
  found: { readonly verdict: string; readonly raw: string | null },
): Promise<number | null> {
  const { rows } = await pool.query<{ attempt: number }>({
    name: 'latchkey_reopen_unknown',
    text: TEXT,
    values: [String(seen.recordId), seen.attempt, lease.leaseMs, lease.leaseOwner, found.verdict, found.raw],
  });
  return rows[0]?.attempt ?? null;
}
