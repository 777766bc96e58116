import { z } from 'zod';
import type { Tx } from '../postgres/guarded-tx.ts';
import type { AccountId } from './account.ts';
import { shownOrder } from './shown-order.ts';
import { storableText } from './storable-text.ts';

/** A page of 1 to 100 orders, newest first; `cursor` is the `nextCursor` of the page before. */
export const listOrdersInput = z
  .object({ limit: z.number().int().min(1).max(100).default(20), cursor: storableText().max(64).optional() })
  .prefault({});

/** The account's own orders, newest first. A cursor that names no order of the account gives an empty page. */
export async function listOrders(
  tx: Pick<Tx, 'order'>,
  accountId: AccountId,
  { limit, cursor }: z.output<typeof listOrdersInput>,
) {
  const rows = await tx.order.findMany({
    where: { accountId },
    orderBy: [{ placedAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    ...(cursor ? { cursor: { id: cursor }, skip: 1 } : {}),
  });
  const orders = rows.slice(0, limit).map(shownOrder);
  const last = orders.at(-1);
  return { orders, ...(rows.length > limit && last ? { nextCursor: last.orderId } : {}) };
}
