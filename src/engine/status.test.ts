import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Runtime } from '../runtime/runtime.ts';
import { callProcedure } from '../testing/call-procedure.ts';
import { type PgProxy, startPgProxy } from '../testing/pg-proxy/proxy.ts';
import { openRuntime } from '../testing/runtime.ts';
import { type TestAccount, useShop } from '../testing/shop.ts';

const shop = useShop();
let proxy: PgProxy;
let proxied: Runtime;

beforeAll(async () => {
  proxy = await startPgProxy(shop.url);
  proxied = openRuntime(proxy.url);
});
afterAll(async () => {
  proxy.close();
  await proxied.close();
});

const statusOf = async (account: TestAccount, key: string, runtime = shop.runtime): Promise<{ state: string }> => {
  const answer = await callProcedure(runtime, 'idempotency.status', { key }, { apiKey: account.apiKey, method: 'GET' });
  expect(answer.status).toBe(200);
  return answer.data as { state: string };
};

const place = (account: TestAccount, key: string, sku: string) =>
  callProcedure(proxied, 'orders.place', { sku, quantity: 1 }, { key, apiKey: account.apiKey });

describe('the status of a key', () => {
  test('is not_found before, in_progress while the placement is held open, completed after', async () => {
    const account = await shop.addAccount();
    const sku = await shop.addProduct();
    const key = randomUUID();
    expect(await statusOf(account, key)).toEqual({ state: 'not_found' });
    const barrier = proxy.holdBefore(/INSERT INTO public\.idempotency_record/);
    const placing = place(account, key, sku);
    await barrier.reached;
    expect(await statusOf(account, key)).toEqual({ state: 'in_progress', retryAfterMs: 500 });
    barrier.release();
    const { data } = await placing;
    expect(await statusOf(account, key)).toMatchObject({
      state: 'completed',
      procedure: 'orders.place',
      resourceId: (data as { orderId: string }).orderId,
      startedAt: expect.any(Date),
      completedAt: expect.any(Date),
    });
  });

  test('is never not_found from the claim on, at whichever statement the placement is', async () => {
    const account = await shop.addAccount();
    const sku = await shop.addProduct();
    proxy.forget();
    await place(account, randomUUID(), sku);
    const statements = proxy.statements().map(({ sql }) => sql);
    const claimed = statements.findIndex((sql) => sql.includes('pg_try_advisory_xact_lock'));
    expect(claimed).toBeGreaterThan(0);
    expect(statements.length).toBeGreaterThan(claimed + 3);
    for (const sql of statements.slice(claimed + 1)) {
      const key = randomUUID();
      const barrier = proxy.holdBefore(sql);
      const placing = place(account, key, sku);
      await barrier.reached;
      expect([sql, (await statusOf(account, key)).state]).toEqual([sql, 'in_progress']);
      barrier.release();
      expect((await placing).status).toBe(200);
    }
    const key = randomUUID();
    const untold = proxy.holdAfter('COMMIT');
    const placing = place(account, key, sku);
    await untold.reached;
    expect(await statusOf(account, key)).toMatchObject({ state: 'completed' });
    untold.release();
    await placing;
  });

  test('sees a commit that falls between its two looks', async () => {
    const account = await shop.addAccount();
    const sku = await shop.addProduct();
    const key = randomUUID();
    const commit = proxy.holdBefore('COMMIT');
    const placing = place(account, key, sku);
    await commit.reached;
    // The first look at the record saw nothing; the look at the locks comes after the commit.
    const looked = proxy.holdBefore(/pg_locks/);
    const asking = statusOf(account, key, proxied);
    await looked.reached;
    commit.release();
    await placing;
    looked.release();
    expect(await asking).toMatchObject({ state: 'completed' });
  });

  test('can be asked for at any time without making a claim busy', async () => {
    const account = await shop.addAccount();
    const sku = await shop.addProduct();
    const keys = Array.from({ length: 20 }, () => randomUUID());
    const ask = (key: string) => Promise.all(Array.from({ length: 5 }, () => statusOf(account, key)));
    const [placed, asked] = await Promise.all([
      Promise.all(keys.map((key) => place(account, key, sku))),
      Promise.all(keys.map(ask)),
    ]);
    expect(placed.map(({ status }) => status)).toEqual(keys.map(() => 200));
    expect(asked.flat().every(({ state }) => ['not_found', 'in_progress', 'completed'].includes(state))).toBe(true);
  });

  test('is of the account that asks: a key of another account is not_found', async () => {
    const account = await shop.addAccount();
    const key = randomUUID();
    await place(account, key, await shop.addProduct());
    expect(await statusOf(await shop.addAccount(), key)).toEqual({ state: 'not_found' });
  });

  test('of a refusal is completed, and an expired key is told from an unknown one', async () => {
    const account = await shop.addAccount();
    const key = randomUUID();
    expect((await place(account, key, 'tea-none')).status).toBe(404);
    expect(await statusOf(account, key)).toMatchObject({ state: 'completed' });
    await shop.observer.query(
      `UPDATE idempotency_record SET answer_expires_at = now() - interval '2 hours', key_expires_at = now() - interval '1 hour'
       WHERE key = $1`,
      [key],
    );
    expect(await statusOf(account, key)).toMatchObject({ state: 'expired', procedure: 'orders.place' });
  });
});
