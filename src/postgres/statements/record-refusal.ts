import type { ClientBase, Pool } from 'pg';
import { perform } from '../prepared.ts';
import type { Claim } from './claim.ts';
import type { ClaimRow } from './claim-row.ts';
import type { OutcomeRow } from './complete.ts';
import { completedValues, insertCompleted } from './complete-transactional.ts';

const TEXT = `
WITH gate AS MATERIALIZED (
  SELECT pg_catalog.pg_try_advisory_xact_lock($20::bigint) AS got
), recorded AS (
  ${insertCompleted("pg_catalog.nextval('public.idempotency_record_id_seq'::pg_catalog.regclass)")}
  FROM gate WHERE got
  ON CONFLICT (key, scope) DO NOTHING
  RETURNING id
)
SELECT CASE WHEN NOT gate.got THEN 'busy' WHEN EXISTS (SELECT FROM recorded) THEN 'claimed' ELSE 'exists' END FROM gate`;

/**
 * Claims and completes in one statement: records a refusal after the work's transaction was rolled back.
 * `claimed` means that it is stored; otherwise somebody else owns the intent by now.
 */
export function recordRefusal(
  client: ClientBase | Pool,
  lockKey: string,
  row: ClaimRow,
  outcome: OutcomeRow,
): Promise<Claim['result']> {
  return perform(client, {
    name: 'latchkey_record_refusal',
    text: TEXT,
    values: [...completedValues(row, outcome), lockKey],
    read: ([told]) => told?.[0] as Claim['result'],
  });
}
