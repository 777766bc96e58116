import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Runtime } from '../runtime/runtime.ts';
import { type Answer, callProcedure } from '../testing/call-procedure.ts';
import { inLanes } from '../testing/in-lanes.ts';
import { violatedInvariants } from '../testing/invariants.ts';
import { type PaymentBoundary, paymentBoundaries } from '../testing/payment-boundaries.ts';
import { usePayments } from '../testing/payments.ts';
import { type PgProxy, startPgProxy } from '../testing/pg-proxy/proxy.ts';
import { type Boundary, boundariesOf, silenceAt } from '../testing/placement-boundaries.ts';
import { openRuntime } from '../testing/runtime.ts';
import { SMALL_LIMITS, SMALL_POOL } from '../testing/small-bounds.ts';

/** A process with a network of its own, which falls silent. */
type Lane = { readonly proxy: PgProxy; readonly runtime: Runtime };

const isWhole = process.env.LATCHKEY_PROOF !== undefined;
const shop = usePayments();
const lanes: Lane[] = [];
const idle = (): Lane => lanes[0] as Lane;

beforeAll(async () => {
  while (lanes.length < 4) {
    const proxy = await startPgProxy(shop.url);
    const bounds = { pool: SMALL_POOL, limits: SMALL_LIMITS };
    lanes.push({ proxy, runtime: openRuntime(proxy.url, { providers: shop.providers, ...bounds }) });
  }
  // What a process does once would count as a silence.
  await Promise.all(lanes.map(async (lane) => pay(lane, await shop.newIntent())));
});
afterAll(async () => {
  for (const { proxy, runtime } of lanes) {
    await runtime.close();
    proxy.close();
  }
});

const newPlacement = async () => ({
  account: await shop.addAccount(),
  sku: await shop.addProduct(10),
  key: randomUUID(),
});
type Placement = Awaited<ReturnType<typeof newPlacement>>;
const place = ({ runtime }: Lane, { account, sku, key }: Placement) =>
  callProcedure(runtime, 'orders.place', { sku, quantity: 2 }, { key, apiKey: account.apiKey });
const pay = ({ runtime }: Lane, intent: Awaited<ReturnType<typeof shop.newIntent>>, isRetry = false) =>
  shop.pay(intent, { runtime, isRetry });

/** The first answer is true, and the same key is safe. */
const expectHonest = (answer: Answer, reasons: readonly string[]): void => {
  if (answer.status === 200) return;
  expect(reasons).toContain(answer.error?.data.idempotency?.reason);
  expect(Number(answer.retryAfter)).toBeGreaterThan(0);
};

/** Sends the same again until it is answered, as a client does. */
const untilDone = (lane: Lane, send: () => Promise<Answer>): Promise<Answer> =>
  vi.waitFor(
    async () => {
      lane.proxy.noticeDeadPeers();
      const answer = await send();
      expect(answer.status).toBe(200);
      return answer;
    },
    { timeout: 25_000, interval: 100 },
  );

const expectInvariants = async () => {
  for (const { proxy } of lanes) proxy.noticeDeadPeers();
  await vi.waitFor(async () => expect(await violatedInvariants(shop.url, { stock: {} })).toEqual([]), {
    timeout: 10_000,
  });
};

async function silencePlacement(lane: Lane, boundary: Boundary): Promise<void> {
  const placement = await newPlacement();
  await untilDone(lane, async () => place(lane, await newPlacement()));
  const silent = silenceAt(lane.proxy, boundary);
  const answer = await place(lane, placement);
  await silent;
  expectHonest(answer, ['unavailable']);
  const retry = await untilDone(lane, () => place(lane, placement));
  expect(await shop.ordersOf(placement.account)).toEqual([(retry.data as { orderId: string }).orderId]);
  expect(await shop.stockOf(placement.sku)).toBe(8);
  expect(lane.runtime.database.pool.totalCount).toBeLessThanOrEqual(SMALL_POOL.size);
}

test('silence at any statement boundary of a placement: the caller is answered, and a retry places once', async () => {
  await place(idle(), await newPlacement());
  const watched = await newPlacement();
  idle().proxy.forget();
  await place(idle(), watched);
  const boundaries = boundariesOf(idle().proxy.statements());
  expect(boundaries.length).toBeGreaterThanOrEqual(12);
  await inLanes(lanes, isWhole ? boundaries : boundaries.filter((_boundary, n) => n % 3 === 0), silencePlacement);
  await expectInvariants();
}, 300_000);

async function silencePayment(lane: Lane, boundary: PaymentBoundary): Promise<void> {
  await untilDone(lane, async () => pay(lane, await shop.newIntent()));
  const intent = await shop.newIntent();
  const stop = await boundary.stop(shop, lane.proxy, intent);
  const paying = pay(lane, intent);
  await stop.reached;
  lane.proxy.silenceAll();
  lane.proxy.hearAgain();
  if (boundary.phase === 'provider') await stop.release();
  expectHonest(await paying, ['unavailable', 'in_flight']);
  const retry = await untilDone(lane, async () => {
    await shop.lapse(intent);
    return await pay(lane, intent, true);
  });
  expect((await pay(lane, intent)).text).toBe(retry.text);
  expect(await shop.charges(intent)).toHaveLength(1);
  expect((await shop.payments(intent)).map(({ status }) => status)).toEqual(['succeeded']);
  expect(lane.runtime.database.pool.totalCount).toBeLessThanOrEqual(SMALL_POOL.size);
}

test('silence at any boundary of a payment: the caller is answered, and a retry pays once', async () => {
  const watched = await shop.newIntent();
  idle().proxy.forget();
  await pay(idle(), watched);
  const boundaries = paymentBoundaries(idle().proxy.statements()).map((boundary) => ({
    ...boundary,
    name: `${boundary.phase}, ${boundary.place}`,
  }));
  expect(new Set(boundaries.map(({ phase }) => phase)).size).toBeGreaterThanOrEqual(6);
  const ends = boundaries.filter(({ phase }, n) => phase === 'provider' || phase !== boundaries[n - 1]?.phase);
  await inLanes(lanes, isWhole ? boundaries : ends, silencePayment);
  await expectInvariants();
}, 300_000);
