import type { Prepared } from '../prepared.ts';
import { EQ } from './operators.ts';

/** Bounds that the server itself enforces on the transaction, in milliseconds. */
export type ServerBounds = {
  readonly lockTimeoutMs: number;
  readonly statementTimeoutMs: number;
  readonly idleTimeoutMs: number;
};

/**
 * - `claimed`: this transaction owns the intent.
 * - `exists`: another one committed a record before.
 * - `busy`: another one holds the claim and has not committed.
 */
export type Claim = { readonly result: 'claimed'; readonly recordId: string } | { readonly result: 'exists' | 'busy' };

// The bounds ride on the same statement: one more costs about a twentieth of a small run. The id is taken here, so that ids
// are in the order of the claims, by which walks through the records go.
const TAKE_LOCK = `
SELECT CASE WHEN pg_catalog.pg_try_advisory_xact_lock($1::bigint) AND pg_catalog.set_config('lock_timeout', $2, true) IS NOT NULL
  AND pg_catalog.set_config('statement_timeout', $3, true) IS NOT NULL
  AND pg_catalog.set_config('idle_in_transaction_session_timeout', $4, true) IS NOT NULL
  THEN pg_catalog.nextval('public.idempotency_record_id_seq'::pg_catalog.regclass) END`;

const LOOK = `SELECT FROM public.idempotency_record WHERE key ${EQ} $1 AND scope ${EQ} $2`;

/**
 * The claim of a transactional run, to be sent with BEGIN: takes the intent's lock and then looks for a record, by a
 * snapshot that is younger than the lock, so that of all who hold a lock exactly the first sees no record. The record is
 * written once, by the completion (docs/decisions/0014), where the unique index judges whoever came by another lock.
 */
export const claim = (
  lockKey: string,
  { scope, key }: { readonly scope: string; readonly key: string },
  bounds: ServerBounds,
) => [takeLock(lockKey, bounds), look(scope, key)] as const;

const takeLock = (lockKey: string, bounds: ServerBounds): Prepared<string | null> => ({
  name: 'latchkey_take_lock',
  text: TAKE_LOCK,
  values: [lockKey, String(bounds.lockTimeoutMs), String(bounds.statementTimeoutMs), String(bounds.idleTimeoutMs)],
  read: ([row]) => row?.[0] ?? null,
});

const look = (scope: string, key: string): Prepared<boolean> => ({
  name: 'latchkey_look',
  text: LOOK,
  values: [key, scope],
  read: (rows) => rows.length > 0,
});

/** What the two statements of a claim say together. */
export function readClaim([recordId, isRecorded]: readonly [string | null, boolean]): Claim {
  if (recordId === null) return { result: 'busy' };
  return isRecorded ? { result: 'exists' } : { result: 'claimed', recordId };
}
