import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Runtime } from '../runtime/runtime.ts';
import { callProcedure } from '../testing/call-procedure.ts';
import { openRuntime } from '../testing/runtime.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
let readOnly: Runtime;

beforeAll(() => {
  readOnly = openRuntime(shop.url, { readOnly: true });
});
afterAll(() => readOnly.close());

test('a read-only installation answers replays and conflicts, and refuses new work with 503 until it may run', async () => {
  const account = await shop.addAccount();
  const sku = await shop.addProduct(10);
  const place = (runtime: Runtime, key: string, quantity: number) =>
    callProcedure(runtime, 'orders.place', { sku, quantity }, { key, apiKey: account.apiKey });

  const done = randomUUID();
  const first = await place(shop.runtime, done, 1);
  const replay = await place(readOnly, done, 1);
  expect([replay.status, replay.replayed, replay.text]).toEqual([200, true, first.text]);
  expect((await place(readOnly, done, 2)).status).toBe(422);

  const fresh = randomUUID();
  const refused = await place(readOnly, fresh, 1);
  expect([refused.status, refused.error?.data.idempotency?.reason]).toEqual([503, 'read_only']);
  expect(Number(refused.retryAfter)).toBeGreaterThan(0);
  expect(await shop.recordOf(account, fresh)).toBeUndefined();
  expect(await shop.stockOf(sku)).toBe(9);

  const list = await callProcedure(readOnly, 'orders.list', {}, { apiKey: account.apiKey, method: 'GET' });
  expect(list.status).toBe(200);
  expect((await place(shop.runtime, fresh, 1)).replayed).toBe(false);
});
