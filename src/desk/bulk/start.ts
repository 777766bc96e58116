import { z } from 'zod';
import { Refusal, refuse } from '../../idempotency/refusal.ts';
import type { Tx } from '../../postgres/guarded-tx.ts';
import { abortBulk, type BulkRow, lockBulk, startBulk } from '../../postgres/statements/bulk-operation.ts';
import type { Applied } from '../applied.ts';
import { bigintText } from '../bigint-text.ts';
import { changed } from '../changed.ts';
import type { Operator } from '../operator.ts';
import { reasonText } from '../reason-text.ts';
import { BULK_KINDS } from './kinds.ts';

export const startBulkInput = z.object({
  id: bigintText,
  /** As the preview showed them. */
  kind: z.enum(BULK_KINDS),
  seenTotal: z.int().positive(),
  reason: reasonText(),
});

/** An hour: an older preview shows rows that have moved on. */
const PREVIEW_MINUTES = 60;

/** Hands a previewed job to the worker. Only who previewed it may start it, once, and soon. */
export async function startBulkOperation(
  tx: Tx,
  operator: Operator,
  { id, kind, seenTotal, reason }: z.output<typeof startBulkInput>,
): Promise<Applied<{ id: string; state: 'running' }> | Refusal> {
  const row = await found(tx, id);
  if (row instanceof Refusal) return row;
  if (row.state !== 'preview' || row.total !== seenTotal || row.kind !== kind) {
    return changed(`Operation ${id} is not as it was shown.`, nowOf(row));
  }
  if (row.actorId !== operator.userId) {
    return refuse('not_yours', 409, `Operation ${id} was previewed by ${row.actorName}. Make a preview of your own.`);
  }
  if (row.ageMinutes > PREVIEW_MINUTES) {
    return refuse('preview_expired', 409, 'This preview is older than an hour. Make a new one and look at it.');
  }
  await startBulk(tx, id, reason);
  return {
    answer: { id, state: 'running' },
    before: { state: 'preview' },
    after: { state: 'running', kind, total: row.total },
  };
}

export const abortBulkInput = z.object({ id: bigintText, reason: reasonText() });

/** Stops a job: what is done stays done, and once this has committed nothing more is done. Anybody who may run jobs may. */
export async function abortBulkOperation(
  tx: Tx,
  operator: Operator,
  { id }: { readonly id: string },
): Promise<Applied<{ id: string; state: 'aborted' }> | Refusal> {
  const row = await found(tx, id);
  if (row instanceof Refusal) return row;
  if (row.state !== 'preview' && row.state !== 'running') return changed(`Operation ${id} has ended.`, nowOf(row));
  await abortBulk(tx, id, operator.userId);
  return { answer: { id, state: 'aborted' }, before: { state: row.state }, after: { state: 'aborted' } };
}

async function found(tx: Tx, id: string): Promise<BulkRow | Refusal> {
  return (await lockBulk(tx, id)) ?? refuse('not_found', 404, `There is no operation ${id}.`);
}

const nowOf = ({ state, kind, total }: BulkRow) => ({ state, kind, total });
