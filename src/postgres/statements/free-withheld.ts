import { noRows, type Prepared } from '../prepared.ts';
import { EQ } from './operators.ts';
import type { Owner } from './prove-ownership.ts';

const TEXT = `
WITH freed AS (
  DELETE FROM public.idempotency_record
  WHERE id ${EQ} $1 AND attempt ${EQ} $2 AND state ${EQ} 'IN_PROGRESS' AND NOT external_began AND parked_reason IS NULL
  RETURNING 1
)
SELECT CASE WHEN pg_catalog.count(*) ${EQ} 1 THEN 1 ELSE public.latchkey_not_the_owner() END FROM freed`;

/**
 * Frees the key of a run that called nobody, as the last statement of the transaction that undoes its steps.
 * @throws SQLSTATE LK001 when the record is not this attempt's any more, or has begun a call: nothing is undone then.
 */
export const freeWithheld = (owner: Owner): Prepared => ({
  name: 'latchkey_free_withheld',
  text: TEXT,
  values: [String(owner.recordId), owner.attempt],
  proves: 'ownership',
  read: noRows,
});
