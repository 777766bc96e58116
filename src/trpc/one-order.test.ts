import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Runtime } from '../runtime/runtime.ts';
import { type Answer, callProcedure } from '../testing/call-procedure.ts';
import { violatedInvariants } from '../testing/invariants.ts';
import { openRuntime } from '../testing/runtime.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();

/**
 * Fifty requests at once begin before the pool has connected and the code is compiled. Whoever waits for a connection longer
 * than three seconds gets 503, which is another guarantee, and which the last of them may do on a busy machine.
 */
const waitsForConnections = async ({ database: { pool, reader } }: Runtime): Promise<void> => {
  pool.options.connectionTimeoutMillis = 20_000;
  await reader.rows({ name: 'connect', text: 'SELECT 1', values: [] });
};

beforeAll(() => waitsForConnections(shop.runtime));

afterEach(async () => {
  expect(await violatedInvariants(shop.url, { stock: {} })).toEqual([]);
});

/** 200 with the same bytes, or 409 in flight with a Retry-After: nothing else. */
const expectOneAnswer = (answers: readonly Answer[]): void => {
  const placed = answers.filter(({ status }) => status === 200);
  const waiting = answers.filter(({ status }) => status !== 200);
  expect(new Set(placed.map(({ text }) => text)).size).toBe(1);
  expect(placed.filter(({ replayed }) => !replayed).length).toBe(1);
  for (const { status, retryAfter, error } of waiting) {
    expect([status, error?.data.idempotency?.reason]).toEqual([409, 'in_flight']);
    expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
  }
};

describe('parallel requests with one key', () => {
  test.each(Array.from({ length: 10 }, (_, round) => round + 1))('place one order (50 at once, round %i)', async () => {
    const account = await shop.addAccount();
    const sku = await shop.addProduct(100);
    const call = { key: randomUUID(), apiKey: account.apiKey };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => callProcedure(shop.runtime, 'orders.place', { sku, quantity: 2 }, call)),
    );
    expectOneAnswer(answers);
    expect((await shop.ordersOf(account)).length).toBe(1);
    expect(await shop.stockOf(sku)).toBe(98);
    const later = await callProcedure(shop.runtime, 'orders.place', { sku, quantity: 2 }, call);
    expect([later.status, later.replayed]).toEqual([200, true]);
  });

  test('do not keep requests with other keys from being answered', async () => {
    const account = await shop.addAccount();
    const sku = await shop.addProduct();
    const place = (key: string, quantity: number) =>
      callProcedure(shop.runtime, 'orders.place', { sku, quantity }, { key, apiKey: account.apiKey });
    const hotKey = randomUUID();
    const [hot, others] = await Promise.all([
      Promise.all(Array.from({ length: 100 }, () => place(hotKey, 1))),
      Promise.all(Array.from({ length: 20 }, () => place(randomUUID(), 3))),
    ]);
    expectOneAnswer(hot);
    expect(others.map(({ status, replayed }) => [status, replayed])).toEqual(others.map(() => [200, false]));
    expect((await shop.ordersOf(account)).length).toBe(21);
    expect(await shop.stockOf(sku)).toBe(1_000 - 1 - 60);
  });

  test('of two processes place one order', async () => {
    const other = openRuntime(shop.url);
    await waitsForConnections(other);
    const account = await shop.addAccount();
    const sku = await shop.addProduct(10);
    const call = { key: randomUUID(), apiKey: account.apiKey };
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        callProcedure(n % 2 ? other : shop.runtime, 'orders.place', { sku, quantity: 1 }, call),
      ),
    );
    expectOneAnswer(answers);
    expect(await shop.stockOf(sku)).toBe(9);
    await other.close();
  });
});
