import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useShop } from '../testing/shop.ts';
import { listOrders } from './list-orders.ts';

const shop = useShop();

test('fifteen orders of one instant are listed page by page, each once', async () => {
  const account = await shop.addAccount();
  const sku = await shop.addProduct();
  const ids = Array.from({ length: 15 }, () => `ord_${randomUUID()}`);
  // Differing by less than the millisecond that a Date keeps, and some not at all.
  await shop.observer.query(
    `INSERT INTO "order" (id, account_id, sku, quantity, total_cents, currency, placed_at)
     SELECT id, $2, $3, 1, 500, 'EUR', timestamptz '2026-01-01' + (n % 3) * interval '1 microsecond'
     FROM unnest($1::text[]) WITH ORDINALITY AS listed(id, n)`,
    [ids, account.accountId, sku],
  );
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 4; page += 1) {
    const { orders, nextCursor } = await listOrders(shop.runtime.database.prisma, account.accountId, {
      limit: 4,
      ...(cursor === undefined ? {} : { cursor }),
    });
    seen.push(...orders.map(({ orderId }) => orderId));
    cursor = nextCursor;
  }
  expect(cursor).toBeUndefined();
  expect(seen.length).toBe(15);
  expect(seen.toSorted()).toEqual(ids.toSorted());
});

test('a cursor that names another account’s order shows none of its orders', async () => {
  const account = await shop.addAccount();
  const other = await shop.addAccount();
  const sku = await shop.addProduct();
  const id = `ord_${randomUUID()}`;
  await shop.observer.query(
    `INSERT INTO "order" (id, account_id, sku, quantity, total_cents, currency) VALUES ($1, $2, $3, 1, 500, 'EUR')`,
    [id, other.accountId, sku],
  );
  const page = await listOrders(shop.runtime.database.prisma, account.accountId, { limit: 10, cursor: id });
  expect(page.orders).toEqual([]);
});
