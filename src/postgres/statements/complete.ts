import type { Retention } from '../../idempotency/policy.ts';
import type { AnswerKept } from '../../idempotency/record.ts';
import { noRows, type Prepared, type Value } from '../prepared.ts';
import { EQ, later, PLUS } from './operators.ts';

/** An outcome as the record keeps it. */
export type OutcomeRow = {
  readonly outcome: 'success' | 'refusal';
  /** HTTP status of the first answer. */
  readonly status: number;
  readonly answer: string | null;
  readonly answerKept: AnswerKept;
  /** Size of the answer in UTF-8 bytes, kept or not. */
  readonly answerBytes: number;
  readonly resourceId: string | null;
  readonly retention: Retention;
};

const TEXT = `
WITH completed AS (
  UPDATE public.idempotency_record
  SET state = 'COMPLETED', outcome = $3, outcome_status = $4, answer = $5, answer_kept = $6, answer_bytes = $7,
      resource_id = $8, completed_at = clock.now,
      open_since = NULL, next_try_at = NULL, input = NULL,
      answer_expires_at = ${later('clock.now', '$9', 'hour')},
      key_expires_at = ${later('clock.now', '$10', 'hour')},
      forget_at = ${later('clock.now', `($10::pg_catalog.float8 ${PLUS} $11::pg_catalog.float8)`, 'hour')}
  FROM (SELECT pg_catalog.clock_timestamp() AS now) AS clock
  WHERE id ${EQ} $1 AND attempt ${EQ} $2 AND state ${EQ} 'IN_PROGRESS'
  RETURNING 1
)
SELECT CASE WHEN pg_catalog.count(*) ${EQ} 1 THEN 1 ELSE public.latchkey_not_the_owner() END FROM completed`;

/**
 * Completes the record, as the last statement of the work's transaction. The server checks the row count, so that COMMIT
 * may be sent right behind it.
 * @throws SQLSTATE LK001 when the record is not this attempt's any more, 25P02 when the work swallowed a failed statement.
 * Either way the transaction is aborted, and a COMMIT that follows rolls it back.
 */
export const complete = (
  owner: { readonly recordId: bigint; readonly attempt: number },
  row: OutcomeRow,
): Prepared => ({
  name: 'latchkey_complete',
  proves: 'ownership',
  text: TEXT,
  values: [String(owner.recordId), owner.attempt, ...outcomeValues(row)],
  read: noRows,
});

/** The outcome's columns in the order in which both completing statements take them. */
export const outcomeValues = (row: OutcomeRow): Value[] => [
  row.outcome,
  row.status,
  row.answer,
  row.answerKept,
  row.answerBytes,
  row.resourceId,
  row.retention.answerHours,
  row.retention.keyHours,
  row.retention.memoryHours,
];
