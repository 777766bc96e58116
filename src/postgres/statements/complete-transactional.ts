import { noRows, type Prepared, type Value } from '../prepared.ts';
import { type ClaimRow, claimValues, subjectValues } from './claim-row.ts';
import { type OutcomeRow, outcomeValues } from './complete.ts';
import { later, PLUS } from './operators.ts';

const NOW = 'pg_catalog.statement_timestamp()';
const KEPT_HOURS = `($16::pg_catalog.float8 ${PLUS} $17::pg_catalog.float8)`;

/** SQL that writes a completed record of a transactional run under an id, from the parameters $1 to $19. */
export const insertCompleted = (id: string): string => `
INSERT INTO public.idempotency_record
  (id, scope, key, procedure, caller, fingerprint, fingerprint_version, field_prints, lease_expires_at,
   outcome, outcome_status, answer, answer_kept, answer_bytes, resource_id,
   answer_expires_at, key_expires_at, forget_at, subject_type, subject_id, mode, state, created_at, completed_at)
SELECT ${id}, $1, $2, $3, $4, $5, $6, $7, ${later('pg_catalog.transaction_timestamp()', '$8', 'millisecond')},
   $9, $10, $11, $12, $13, $14,
   ${later(NOW, '$15', 'hour')}, ${later(NOW, '$16', 'hour')},
   ${later(NOW, KEPT_HOURS, 'hour')}, $18, $19,
   'transactional', 'COMPLETED', pg_catalog.transaction_timestamp(), pg_catalog.statement_timestamp()`;

const TEXT = insertCompleted('$20');

/** The parameters $1 to $19 of `insertCompleted`. */
export const completedValues = (row: ClaimRow, outcome: OutcomeRow): Value[] => [
  ...claimValues(row),
  ...outcomeValues(outcome),
  ...subjectValues(row),
];

/**
 * Writes the completed record, as the last statement of the work's transaction: it inserts one row or fails, so that COMMIT
 * may be sent right behind it.
 * @throws SQLSTATE 23505 (`isKeyTaken`) when a record was committed since the claim, 25P02 when the work swallowed a failed
 * statement. Either way the transaction is aborted, and a COMMIT that follows rolls it back.
 */
export const completeTransactional = (recordId: string, row: ClaimRow, outcome: OutcomeRow): Prepared => ({
  name: 'latchkey_complete_transactional',
  proves: 'a free key',
  text: TEXT,
  values: [...completedValues(row, outcome), recordId],
  read: noRows,
});
