import { noRows, type Prepared } from '../prepared.ts';
import type { ServerBounds } from './claim.ts';
import { EQ, later } from './operators.ts';

/** Who owns a record: the attempt is the fencing token. */
export type Owner = { readonly recordId: bigint; readonly attempt: number };

// Taken first, so that the row lock is held to the end of the transaction: nobody can take over in between, and a
// takeover does not wait for us either, since it skips locked rows. Locked before it is written: an UPDATE that waits for the
// row itself may keep the clock's time of before the wait, and a lease would be born lapsed.
const TEXT = `
WITH bounds AS MATERIALIZED (
  SELECT pg_catalog.set_config('lock_timeout', $4, true), pg_catalog.set_config('statement_timeout', $5, true),
         pg_catalog.set_config('idle_in_transaction_session_timeout', $6, true)
), mine AS MATERIALIZED (
  SELECT id FROM public.idempotency_record, bounds
  WHERE id ${EQ} $1 AND attempt ${EQ} $2 AND state ${EQ} 'IN_PROGRESS' AND parked_reason IS NULL
  FOR UPDATE OF idempotency_record
), proved AS (
  UPDATE public.idempotency_record r
  SET lease_expires_at = GREATEST(r.lease_expires_at, ${later('pg_catalog.clock_timestamp()', '$3', 'millisecond')}),
      heartbeat_at = pg_catalog.clock_timestamp()
  FROM mine WHERE r.id ${EQ} mine.id
  RETURNING 1
)
SELECT CASE WHEN pg_catalog.count(*) ${EQ} 1 THEN 1 ELSE public.latchkey_not_the_owner() END FROM proved`;

/**
 * Proves that this attempt still owns the record and extends its lease, as the first statement of a step's transaction.
 * @throws SQLSTATE LK001 when it does not: the transaction is aborted, so not even business rows can be committed.
 */
export const proveOwnership = (owner: Owner, leaseMs: number, bounds: ServerBounds): Prepared => ({
  name: 'latchkey_prove_ownership',
  proves: 'ownership',
  text: TEXT,
  values: [
    String(owner.recordId),
    owner.attempt,
    leaseMs,
    String(bounds.lockTimeoutMs),
    String(bounds.statementTimeoutMs),
    String(bounds.idleTimeoutMs),
  ],
  read: noRows,
});
