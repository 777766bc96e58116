/** An order as its account sees it; amounts count minor units of `currency` (ISO 4217). */
export type ShownOrder = {
  readonly orderId: string;
  readonly sku: string;
  readonly quantity: number;
  readonly totalCents: number;
  readonly currency: string;
  readonly status: string;
  readonly placedAt: Date;
};

/** The row of an order as its account sees it. */
export const shownOrder = (row: Omit<ShownOrder, 'orderId'> & { readonly id: string }): ShownOrder => {
  const { id, sku, quantity, totalCents, currency, status, placedAt } = row;
  return { orderId: id, sku, quantity, totalCents, currency, status, placedAt };
};
