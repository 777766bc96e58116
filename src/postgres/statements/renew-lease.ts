import type { Pool } from 'pg';
import type { Owner } from './prove-ownership.ts';

/**
 * - `renewed`: the lease is extended.
 * - `busy`: the row is locked. By a step of this run, whose transaction extends the lease itself, or by a takeover, of which
 *   the next renewal will tell.
 * - `ended`: this attempt has completed its record, given it up or freed it.
 * - `lost`: another attempt has it.
 */
export type Renewal = 'renewed' | 'busy' | 'ended' | 'lost';

// Locking reads the row's newest version; the plain look only tells a locked row from none.
const TEXT = `
WITH free AS (
  SELECT id, attempt FROM public.idempotency_record WHERE id = $1 FOR UPDATE SKIP LOCKED
), renewed AS (
  UPDATE public.idempotency_record r
  SET lease_expires_at = GREATEST(r.lease_expires_at, pg_catalog.clock_timestamp() + $3 * interval '1 millisecond'),
      heartbeat_at = pg_catalog.clock_timestamp()
  FROM free
  WHERE r.id = free.id AND r.attempt = $2 AND r.state = 'IN_PROGRESS' AND r.parked_reason IS NULL
  RETURNING 1
)
SELECT CASE WHEN EXISTS (SELECT FROM renewed) THEN 'renewed'
            WHEN (SELECT attempt FROM free) <> $2 THEN 'lost'
            WHEN NOT EXISTS (SELECT FROM free) AND EXISTS (SELECT FROM public.idempotency_record WHERE id = $1) THEN 'busy'
            ELSE 'ended' END AS renewal`;

/** Extends the lease of a run at work. Waits for no lock. */
export async function renewLease(pool: Pool, owner: Owner, leaseMs: number): Promise<Renewal> {
  const { rows } = await pool.query<{ renewal: Renewal }>({
    name: 'latchkey_renew_lease',
    text: TEXT,
    values: [String(owner.recordId), owner.attempt, leaseMs],
  });
  return rows[0]?.renewal ?? 'ended';
}
