import { z } from 'zod';
import { type Refusal, refuse } from '../../idempotency/refusal.ts';
import type { Tx } from '../../postgres/guarded-tx.ts';
import { removeView } from '../../postgres/statements/saved-views.ts';
import type { Applied } from '../applied.ts';
import { bigintText } from '../bigint-text.ts';
import type { Operator } from '../operator.ts';

export const deleteViewInput = z.object({ id: bigintText });

/** Deletes a view of one's own; that of somebody else is not found. */
export async function deleteView(
  tx: Tx,
  operator: Operator,
  { id }: z.output<typeof deleteViewInput>,
): Promise<Applied<{ readonly id: string }> | Refusal> {
  const removed = await removeView(tx, id, operator.userId);
  if (!removed) return refuse('not_found', 404, 'You have no such view. It may be somebody else’s, or gone.');
  return { answer: { id }, before: removed };
}
