import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';
import { DEFAULT_POOL } from '../postgres/database.ts';
import { callProcedure } from '../testing/call-procedure.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();

test('while every connection of the pool is taken, replays, conflicts, status and strangers are answered, new work gets 503', async () => {
  const { runtime } = shop;
  const { apiKey } = await shop.addAccount();
  const sku = await shop.addProduct(10);
  const call = { key: randomUUID(), apiKey };
  const first = await callProcedure(runtime, 'orders.place', { sku, quantity: 1 }, call);
  expect(first.status).toBe(200);

  const taken: PoolClient[] = [];
  while (taken.length < DEFAULT_POOL.size) taken.push(await runtime.database.pool.connect());
  try {
    const replay = await callProcedure(runtime, 'orders.place', { sku, quantity: 1 }, call);
    expect([replay.status, replay.replayed, replay.text]).toEqual([200, true, first.text]);
    expect((await callProcedure(runtime, 'orders.place', { sku, quantity: 2 }, call)).status).toBe(422);
    const status = await callProcedure(runtime, 'idempotency.status', { key: call.key }, { apiKey, method: 'GET' });
    expect([status.status, status.data]).toMatchObject([200, { state: 'completed' }]);
    const stranger = { key: randomUUID(), apiKey: `lk_${randomUUID()}` };
    expect((await callProcedure(runtime, 'orders.place', { sku, quantity: 1 }, stranger)).status).toBe(401);
    const anew = await callProcedure(runtime, 'orders.place', { sku, quantity: 1 }, { key: randomUUID(), apiKey });
    expect([anew.status, Number(anew.retryAfter) > 0]).toEqual([503, true]);
  } finally {
    for (const client of taken) client.release();
  }
  expect(await shop.stockOf(sku)).toBe(9);
});
