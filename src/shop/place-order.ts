import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Refusal, refuse } from '../idempotency/refusal.ts';
import type { Tx } from '../postgres/guarded-tx.ts';
import type { AccountId } from './account.ts';
import { storableText } from './storable-text.ts';

/** What is ordered: up to 1,000 of one article, with a note of up to 500 characters for the warehouse. */
export const placeOrderInput = z.object({
  sku: storableText().min(1).max(64),
  quantity: z.number().int().min(1).max(1_000),
  note: storableText().trim().max(500).optional(),
});

/** `totalCents` counts minor units of `currency` (ISO 4217). */
export type PlacedOrder = {
  readonly orderId: string;
  readonly sku: string;
  readonly quantity: number;
  readonly totalCents: number;
  readonly currency: string;
  readonly placedAt: Date;
};

/** Takes the articles out of stock and places the order; refuses an unknown article and one that is sold out. */
export async function placeOrder(
  tx: Tx,
  accountId: AccountId,
  input: z.output<typeof placeOrderInput>,
): Promise<PlacedOrder | Refusal<'no_such_product' | 'sold_out'>> {
  const { sku, quantity, note } = input;
  const [product] = await tx.product.updateManyAndReturn({
    where: { sku, stock: { gte: quantity } },
    data: { stock: { decrement: quantity } },
  });
  if (!product) return await whyNot(tx, sku, quantity);
  const { priceCents, currency } = product;
  const order = await tx.order.create({
    data: {
      id: `ord_${randomUUID()}`,
      accountId,
      sku,
      quantity,
      totalCents: priceCents * quantity,
      currency,
      ...(note ? { note } : {}),
    },
  });
  return { orderId: order.id, sku, quantity, totalCents: order.totalCents, currency, placedAt: order.placedAt };
}

async function whyNot(tx: Tx, sku: string, quantity: number) {
  const product = await tx.product.findUnique({ where: { sku }, select: { stock: true } });
  return product
    ? refuse('sold_out', 409, `${quantity} of ${sku} were asked for, ${product.stock} are left.`)
    : refuse('no_such_product', 404, `There is no product ${JSON.stringify(sku)}.`);
}
