import type { Pool } from 'pg';
import type { Owner } from './prove-ownership.ts';

const TEXT = `
DELETE FROM idempotency_record r
WHERE id = $1 AND attempt = $2 AND state = 'IN_PROGRESS' AND NOT external_began AND parked_reason IS NULL
  AND NOT EXISTS (SELECT 1 FROM run_step s WHERE s.record_id = r.id)`;

/** Frees the key: only while nothing was committed under it. @returns false when it may not be freed. */
export async function freeRecord(pool: Pool, owner: Owner): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'latchkey_free_record',
    text: TEXT,
    values: [String(owner.recordId), owner.attempt],
  });
  return rowCount === 1;
}
