import type { Pool } from 'pg';
import type { Owner } from './prove-ownership.ts';

const TEXT = `
UPDATE idempotency_record
SET lease_expires_at = GREATEST(lease_expires_at, clock_timestamp() + $3 * interval '1 millisecond'),
    heartbeat_at = clock_timestamp()
WHERE id = $1 AND attempt = $2 AND state = 'IN_PROGRESS' AND parked_reason IS NULL`;

/** Extends the lease of a run at work. @returns false when the record is no longer this attempt's: only that means lost. */
export async function renewLease(pool: Pool, owner: Owner, leaseMs: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'latchkey_renew_lease',
    text: TEXT,
    values: [String(owner.recordId), owner.attempt, leaseMs],
  });
  return rowCount === 1;
}
