import { randomUUID } from 'node:crypto';
import type { Tx } from '../src/postgres/guarded-tx.ts';
import { ACCOUNT, SKU } from './database.ts';

/** The business part that both sides do. */
export type BenchWork = { readonly name: string; run(tx: Tx): Promise<{ orderId: string; placedAt: Date }> };

const insertOrder = (tx: Tx) =>
  tx.order.create({
    data: { id: `ord_${randomUUID()}`, accountId: ACCOUNT, sku: SKU, quantity: 1, totalCents: 500, currency: 'EUR' },
  });

/** Work of one insert: the hardest case, since everything else is our cost. */
export const oneInsert: BenchWork = {
  name: 'one insert',
  run: async (tx) => {
    const order = await insertOrder(tx);
    return { orderId: order.id, placedAt: order.placedAt };
  },
};

/** Work of four statements: two reads, an insert, an update. */
export const fourStatements: BenchWork = {
  name: 'four statements',
  run: async (tx) => {
    await tx.account.findUniqueOrThrow({ where: { id: ACCOUNT } });
    await tx.product.findUniqueOrThrow({ where: { sku: SKU } });
    const order = await insertOrder(tx);
    await tx.order.update({ where: { id: order.id }, data: { note: 'packed' } });
    return { orderId: order.id, placedAt: order.placedAt };
  },
};
