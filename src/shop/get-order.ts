import { z } from 'zod';
import type { Tx } from '../postgres/guarded-tx.ts';
import type { AccountId } from './account.ts';
import { type ShownOrder, shownOrder } from './shown-order.ts';
import { storableText } from './storable-text.ts';

export const getOrderInput = z.object({ orderId: storableText().min(1).max(64) });

/** One order of the account; null when it has none of this id. */
export async function getOrder(
  tx: Pick<Tx, 'order'>,
  accountId: AccountId,
  { orderId }: z.output<typeof getOrderInput>,
): Promise<ShownOrder | null> {
  const row = await tx.order.findFirst({ where: { id: orderId, accountId } });
  return row && shownOrder(row);
}
