import type { Tx } from '../postgres/guarded-tx.ts';

/** Everything that is sold, by name. Prices count minor units of `currency` (ISO 4217). */
export async function listProducts(tx: Pick<Tx, 'product'>) {
  return await tx.product.findMany({
    select: { sku: true, name: true, priceCents: true, currency: true, stock: true },
    orderBy: [{ name: 'asc' }, { sku: 'asc' }],
  });
}
