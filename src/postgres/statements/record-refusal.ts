import type { ClientBase, Pool } from 'pg';
import { perform } from '../prepared.ts';
import { type Claim, type ClaimRow, readClaim } from './claim.ts';
import { type OutcomeRow, outcomeValues } from './complete.ts';

const TEXT = `
WITH gate AS MATERIALIZED (
  SELECT pg_try_advisory_xact_lock($1::bigint) AS got, clock_timestamp() AS now
), claimed AS (
  INSERT INTO idempotency_record
    (scope, key, procedure, mode, caller, fingerprint, fingerprint_version, field_prints, lease_expires_at,
     state, outcome, outcome_status, answer, answer_kept, answer_bytes, resource_id, completed_at,
     answer_expires_at, key_expires_at, forget_at)
  SELECT $2, $3, $4, 'transactional', $5, $6, $7, $8, now + $9 * interval '1 millisecond',
     'COMPLETED', $10, $11, $12, $13, $14, $15, now,
     now + $16::float8 * interval '1 hour', now + $17::float8 * interval '1 hour',
     now + ($17::float8 + $18::float8) * interval '1 hour'
  FROM gate WHERE got
  ON CONFLICT (scope, key) DO NOTHING
  RETURNING id
)
SELECT gate.got, (SELECT id FROM claimed) FROM gate`;

/**
 * Claims and completes in one statement: records a refusal after the work's transaction was rolled back.
 * `claimed` means that it is stored; otherwise somebody else owns the intent by now.
 */
export function recordRefusal(
  client: ClientBase | Pool,
  lockKey: string,
  row: ClaimRow,
  outcome: OutcomeRow,
): Promise<Claim> {
  return perform(client, {
    name: 'latchkey_record_refusal',
    text: TEXT,
    values: [
      lockKey,
      row.scope,
      row.key,
      row.procedure,
      row.caller,
      row.fingerprint,
      row.fingerprintVersion,
      row.fieldPrints,
      row.leaseMs,
      ...outcomeValues(outcome),
    ],
    read: readClaim,
  });
}
