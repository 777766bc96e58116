import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Runtime } from '../runtime/runtime.ts';
import { callProcedure } from '../testing/call-procedure.ts';
import { violatedInvariants } from '../testing/invariants.ts';
import { type PgProxy, startPgProxy } from '../testing/pg-proxy/proxy.ts';
import { type Boundary, boundariesOf, silenceAt } from '../testing/placement-boundaries.ts';
import { openRuntime } from '../testing/runtime.ts';
import { type TestAccount, useShop } from '../testing/shop.ts';
import { SMALL_LIMITS, SMALL_POOL } from '../testing/small-bounds.ts';

const shop = useShop();
let proxy: PgProxy;
let runtime: Runtime;
let boundaries: readonly Boundary[];

type Placement = { readonly account: TestAccount; readonly sku: string; readonly key: string };

const newPlacement = async (): Promise<Placement> => ({
  account: await shop.addAccount(),
  sku: await shop.addProduct(10),
  key: randomUUID(),
});
const place = ({ account, sku, key }: Placement) =>
  callProcedure(runtime, 'orders.place', { sku, quantity: 2 }, { key, apiKey: account.apiKey });

beforeAll(async () => {
  proxy = await startPgProxy(shop.url);
  runtime = openRuntime(proxy.url, { pool: SMALL_POOL, limits: SMALL_LIMITS });
  await place(await newPlacement());
  const watched = await newPlacement();
  proxy.forget();
  await place(watched);
  boundaries = boundariesOf(proxy.statements());
});
afterAll(async () => {
  await runtime.close();
  proxy.close();
});

/** Silence at one boundary: the caller is answered honestly, and the same key ends in one order. */
async function checkSilence(boundary: Boundary): Promise<void> {
  const placement = await newPlacement();
  const silent = silenceAt(proxy, boundary);
  const answer = await place(placement);
  await silent;
  if (answer.status === 200) expect(answer.replayed).toBe(false);
  else {
    expect([answer.status, answer.error?.data.idempotency?.reason]).toEqual([503, 'unavailable']);
    expect(Number(answer.retryAfter)).toBeGreaterThan(0);
  }
  // What the server does by itself when its peer answers no keep-alive.
  for (const { id, transaction } of proxy.connections()) if (transaction !== 'idle') proxy.cut(id, 'server');
  const retry = await vi.waitFor(
    async () => {
      const retried = await place(placement);
      expect(retried.status).toBe(200);
      return retried;
    },
    { timeout: 20_000 },
  );
  expect(await shop.ordersOf(placement.account)).toEqual([(retry.data as { orderId: string }).orderId]);
  expect(await shop.stockOf(placement.sku)).toBe(8);
  expect(await violatedInvariants(shop.url, { stock: { [placement.sku]: 10 } })).toEqual([]);
  expect(runtime.database.pool.totalCount).toBeLessThanOrEqual(SMALL_POOL.size);
}

test('silence at any statement boundary of a placement: the caller is answered, and a retry places once', async () => {
  expect(boundaries.length).toBeGreaterThanOrEqual(12);
  for (const boundary of boundaries) {
    await checkSilence(boundary).catch((cause: unknown) => {
      throw new Error(`At the boundary ${boundary.name}: ${String(cause)}`, { cause });
    });
  }
});
