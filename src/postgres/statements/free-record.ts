import type { Pool } from 'pg';
import type { Owner } from './prove-ownership.ts';

// By the record's own `step` and not by a look at run_step: a step whose COMMIT was lost may commit while this waits for
// its row lock, and only the locked row itself is read anew then.
const TEXT = `
DELETE FROM public.idempotency_record
WHERE id = $1 AND attempt = $2 AND state = 'IN_PROGRESS' AND step IS NULL AND NOT external_began
  AND parked_reason IS NULL`;

/** Frees the key: only while nothing was committed under it. @returns false when it may not be freed. */
export async function freeRecord(pool: Pool, owner: Owner): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'latchkey_free_record',
    text: TEXT,
    values: [String(owner.recordId), owner.attempt],
  });
  return rowCount === 1;
}
