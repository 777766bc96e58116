import type { Prepared, TextRow } from '../prepared.ts';

/** What a claim writes: who asks, for what, and for how long. */
export type ClaimRow = {
  readonly scope: string;
  readonly key: string;
  readonly procedure: string;
  readonly caller: string;
  readonly fingerprint: Uint8Array;
  readonly fingerprintVersion: number;
  /** JSON text. */
  readonly fieldPrints: string;
  readonly leaseMs: number;
};

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
export type Claim = { readonly result: 'claimed'; readonly recordId: bigint } | { readonly result: 'exists' | 'busy' };

// The bounds and the try-lock ride on the same round trip: a statement more costs about a tenth of a small run. The
// try-lock keeps a duplicate from waiting on the unique index with a connection in hand; the index is the judge.
const TEXT = `
WITH gate AS MATERIALIZED (
  SELECT pg_try_advisory_xact_lock($1::bigint) AS got,
         set_config('lock_timeout', $2, true),
         set_config('statement_timeout', $3, true),
         set_config('idle_in_transaction_session_timeout', $4, true)
), claimed AS (
  INSERT INTO idempotency_record
    (scope, key, procedure, mode, caller, state, fingerprint, fingerprint_version, field_prints, lease_expires_at)
  SELECT $5, $6, $7, 'transactional', $8, 'IN_PROGRESS', $9, $10, $11, clock_timestamp() + $12 * interval '1 millisecond'
  FROM gate WHERE got
  ON CONFLICT (scope, key) DO NOTHING
  RETURNING id
)
SELECT gate.got, (SELECT id FROM claimed) FROM gate`;

/** The one statement by which exactly one request becomes the owner. Runs inside the transaction of the work. */
export const claim = (lockKey: string, row: ClaimRow, bounds: ServerBounds): Prepared<Claim> => ({
  name: 'latchkey_claim',
  text: TEXT,
  values: [
    lockKey,
    String(bounds.lockTimeoutMs),
    String(bounds.statementTimeoutMs),
    String(bounds.idleTimeoutMs),
    row.scope,
    row.key,
    row.procedure,
    row.caller,
    row.fingerprint,
    row.fingerprintVersion,
    row.fieldPrints,
    row.leaseMs,
  ],
  read: readClaim,
});

/** Reads whether the gate was got, and the id that was inserted. */
export function readClaim(rows: readonly TextRow[]): Claim {
  const [got, id] = rows[0] ?? [];
  if (typeof id === 'string') return { result: 'claimed', recordId: BigInt(id) };
  return { result: got === 't' ? 'exists' : 'busy' };
}
