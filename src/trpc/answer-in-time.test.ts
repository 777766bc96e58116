import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { callProcedure } from '../testing/call-procedure.ts';
import { openRuntime } from '../testing/runtime.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();

test('a request that is worked on when its answer is due is answered 503, and its key gets what was stored', async () => {
  const runtime = openRuntime(shop.url, {
    limits: { answerMs: 300, lockTimeoutMs: 20_000, statementTimeoutMs: 20_000 },
  });
  onTestFinished(() => runtime.close());
  const { apiKey, accountId } = await shop.addAccount();
  const sku = await shop.addProduct(10);
  const key = randomUUID();
  const place = () => callProcedure(runtime, 'orders.place', { sku, quantity: 1 }, { key, apiKey });
  const session = await shop.observer.connect();
  await session.query('BEGIN');
  await session.query('SELECT FROM product WHERE sku = $1 FOR UPDATE', [sku]);
  const answer = await place();
  expect([answer.status, answer.error?.data.idempotency?.reason]).toEqual([503, 'unavailable']);
  expect(Number(answer.retryAfter)).toBeGreaterThan(0);
  await session.query('ROLLBACK');
  session.release();
  await vi.waitFor(async () => expect((await place()).status).toBe(200), { timeout: 20_000 });
  expect(await shop.ordersOf({ apiKey, accountId })).toHaveLength(1);
});

test('a sender who cannot be found out in time is answered 503', async () => {
  const runtime = openRuntime(shop.url, { limits: { answerMs: 50 } });
  onTestFinished(() => runtime.close());
  const hanging = { ...runtime, authenticate: () => new Promise<never>(() => {}) };
  const answer = await callProcedure(hanging, 'catalog.list', {}, { method: 'GET' });
  expect([answer.status, Number(answer.retryAfter) > 0]).toEqual([503, true]);
});
