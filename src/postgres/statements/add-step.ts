import { noRows, type Prepared } from '../prepared.ts';
import { EQ } from './operators.ts';
import type { Owner } from './prove-ownership.ts';

/** A step that is committed now, with the result that is given back on resume. */
export type StepRow = {
  readonly name: string;
  readonly position: number;
  readonly kind: 'local' | 'external';
  /** superjson text. */
  readonly result: string;
  readonly resultVersion: number;
};

const TEXT = `
WITH step AS (
  INSERT INTO public.run_step (record_id, name, position, kind, result, result_version, attempt)
  VALUES ($1, $3, $4, $5, $6, $7, $2)
  RETURNING record_id
), moved AS (
  UPDATE public.idempotency_record SET step = $3, waits = 0 WHERE id ${EQ} $1 AND attempt ${EQ} $2 RETURNING 1
)
INSERT INTO public.record_event (record_id, attempt, event, step, detail) VALUES ($1, $2, 'step_committed', $3, $5)`;

/** Keeps a step's result and moves the recovery point behind it, from which the back-off begins anew, in the step's own transaction. */
export const addStep = (owner: Owner, row: StepRow): Prepared => ({
  name: 'latchkey_add_step',
  text: TEXT,
  values: [String(owner.recordId), owner.attempt, row.name, row.position, row.kind, row.result, row.resultVersion],
  read: noRows,
});
