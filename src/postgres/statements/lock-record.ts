import type { Tx } from '../guarded-tx.ts';
import { connectionOf } from '../guarded-tx.ts';
import { EQ } from './operators.ts';

const WAIT = `SELECT FROM public.idempotency_record WHERE id ${EQ} $1::bigint FOR UPDATE`;

/**
 * Locks a record for an operator's transaction, before anything of it is read: what is read behind it is no older than the
 * lock. `unlocked` does not queue, because a locked row means an owner, or another operator, at work.
 * @returns false when there is no such record, or none that is unlocked.
 */
export async function lockRecord(tx: Tx, id: string, which: 'any' | 'unlocked'): Promise<boolean> {
  const { rowCount } = await connectionOf(tx).query({
    name: `latchkey_lock_record_${which}`,
    text: which === 'any' ? WAIT : `${WAIT} SKIP LOCKED`,
    values: [id],
  });
  return rowCount === 1;
}
