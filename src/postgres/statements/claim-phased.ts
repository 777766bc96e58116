import type { Pool } from 'pg';
import type { Claim } from './claim.ts';
import { type ClaimRow, claimValues, subjectValues } from './claim-row.ts';

/** What the committed claim of a phased run writes beside the rest. */
export type PhasedClaimRow = ClaimRow & {
  readonly leaseOwner: string;
  /** The parsed input as text, with the version of its schema: the run can be entered again without the client. */
  readonly input: string;
  readonly inputVersion: number;
};

/** A claim, with the record that it wrote. */
export type PhasedClaim =
  | { readonly result: 'claimed'; readonly recordId: bigint }
  | { readonly result: Exclude<Claim['result'], 'claimed'> };

// The lock of a transactional claim: with a run of this key under way there is no record yet.
const TEXT = `
WITH gate AS MATERIALIZED (
  SELECT pg_catalog.pg_try_advisory_xact_lock($1::bigint) AS got, pg_catalog.clock_timestamp() AS now
), claimed AS (
  INSERT INTO public.idempotency_record
    (scope, key, procedure, mode, caller, state, fingerprint, fingerprint_version, field_prints, lease_expires_at,
     open_since, heartbeat_at, next_try_at, lease_owner, input, input_version, subject_type, subject_id)
  SELECT $2, $3, $4, 'phased', $5, 'IN_PROGRESS', $6, $7, $8, now + $9 * interval '1 millisecond',
     now, now, now + $9 * interval '1 millisecond', $10, $11, $12, $13, $14
  FROM gate WHERE got
  ON CONFLICT (scope, key) DO NOTHING
  RETURNING id, attempt
), noted AS (
  INSERT INTO public.record_event (record_id, attempt, event, detail) SELECT id, attempt, 'claimed', $10 FROM claimed
)
SELECT gate.got, (SELECT id FROM claimed) FROM gate`;

/** Claims and commits in one statement: from here on others see the run in progress, with its lease. */
export async function claimPhased(pool: Pool, lockKey: string, row: PhasedClaimRow): Promise<PhasedClaim> {
  const { rows } = await pool.query<[boolean, string | null]>({
    name: 'latchkey_claim_phased',
    text: TEXT,
    rowMode: 'array',
    values: [lockKey, ...claimValues(row), row.leaseOwner, row.input, row.inputVersion, ...subjectValues(row)],
  });
  const [got, id] = rows[0] ?? [false, null];
  if (id !== null) return { result: 'claimed', recordId: BigInt(id) };
  return { result: got ? 'exists' : 'busy' };
}
