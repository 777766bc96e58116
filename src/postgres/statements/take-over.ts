import type { Pool } from 'pg';

const TEXT = `
WITH lapsed AS (
  SELECT id FROM public.idempotency_record
  WHERE id = $1 AND attempt = $2 AND state = 'IN_PROGRESS' AND open_since IS NOT NULL AND parked_reason IS NULL
    AND lease_expires_at <= pg_catalog.clock_timestamp() AND next_try_at <= pg_catalog.clock_timestamp()
  FOR UPDATE SKIP LOCKED
), taken AS (
  UPDATE public.idempotency_record r
  SET attempt = r.attempt + 1, lease_expires_at = pg_catalog.clock_timestamp() + $3 * interval '1 millisecond',
      next_try_at = pg_catalog.clock_timestamp() + $3 * interval '1 millisecond', heartbeat_at = pg_catalog.clock_timestamp(), lease_owner = $4
  FROM lapsed WHERE r.id = lapsed.id
  RETURNING r.id, r.attempt
), noted AS (
  INSERT INTO public.record_event (record_id, attempt, event, detail) SELECT id, attempt, 'taken_over', $4 FROM taken
)
SELECT attempt FROM taken`;

/**
 * Takes a record over for a client that retries: at the attempt seen, its lease lapsed and its next try due, so that no client
 * outruns the back-off. A locked row means that its owner is at work. @returns the new attempt, or null when somebody else was faster or still works.
 */
export async function takeOver(
  pool: Pool,
  seen: { readonly recordId: bigint; readonly attempt: number },
  lease: { readonly leaseMs: number; readonly leaseOwner: string },
): Promise<number | null> {
  const { rows } = await pool.query<{ attempt: number }>({
    name: 'latchkey_take_over',
    text: TEXT,
    values: [String(seen.recordId), seen.attempt, lease.leaseMs, lease.leaseOwner],
  });
  return rows[0]?.attempt ?? null;
}
