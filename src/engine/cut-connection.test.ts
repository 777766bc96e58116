import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Runtime } from '../runtime/runtime.ts';
import { type Answer, callProcedure } from '../testing/call-procedure.ts';
import { violatedInvariants } from '../testing/invariants.ts';
import { type PgProxy, startPgProxy } from '../testing/pg-proxy/proxy.ts';
import { type Boundary, boundariesOf, cutAt, holdAt } from '../testing/placement-boundaries.ts';
import { openRuntime } from '../testing/runtime.ts';
import { type TestAccount, useShop } from '../testing/shop.ts';

const shop = useShop();
let proxy: PgProxy;
let runtime: Runtime;
let account: TestAccount;
let sku: string;
let key: string;
/** How many connections there were to lose. */
let openBefore = 0;
let boundaries: readonly Boundary[];

const place = (through = runtime) =>
  callProcedure(through, 'orders.place', { sku, quantity: 2 }, { key, apiKey: account.apiKey });

const anew = async (): Promise<void> => {
  account = await shop.addAccount();
  sku = await shop.addProduct(10);
  key = randomUUID();
};

beforeAll(async () => {
  proxy = await startPgProxy(shop.url);
  runtime = openRuntime(proxy.url);
  await anew();
  await place();
  await anew();
  proxy.forget();
  await place();
  boundaries = boundariesOf(proxy.statements());
});
afterAll(async () => {
  proxy.close();
  await runtime.close();
});
beforeEach(anew);

/** Either the answer, which then is stored, or 503 with advice: nothing else may come of a lost connection. */
const expectHonest = (answer: Answer): void => {
  if (answer.status === 200) {
    expect(answer.replayed).toBe(false);
    return;
  }
  expect([answer.status, answer.error?.data.idempotency?.reason]).toEqual([503, 'unavailable']);
  expect(Number(answer.retryAfter)).toBeGreaterThan(0);
};

/** Whatever became of the first attempt, a retry ends with one order, taken from stock once. */
const expectOneOrderAfterRetry = async (stored?: boolean, send: () => Promise<Answer> = place): Promise<void> => {
  const retry = await send();
  expect([retry.status, stored ?? retry.replayed]).toEqual([200, retry.replayed]);
  expect(await shop.ordersOf(account)).toEqual([(retry.data as { orderId: string }).orderId]);
  expect(await shop.stockOf(sku)).toBe(8);
  expect(await shop.recordOf(account, key)).toMatchObject({ state: 'COMPLETED', outcome: 'success' });
  expect(await violatedInvariants(shop.url, { stock: { [sku]: 10 } })).toEqual([]);
};

/**
 * After all connections were lost: an idle one whose end the app has yet to hear of may still be written to, and then
 * the retry gets an honest 503 of its own. Each such retry uses up one, so there are no more of them than connections.
 */
const placeUntilReconnected = async (): Promise<Answer> => {
  let answer = await place();
  for (let lost = openBefore; lost > 0 && answer.status === 503; lost -= 1) {
    expectHonest(answer);
    answer = await place();
  }
  return answer;
};

const openConnections = (): number => proxy.connections().filter(({ open }) => open).length;

/** Loses every connection, and all new ones until `acceptAgain`. */
const goDark = (): void => {
  openBefore = openConnections();
  proxy.refuseNewConnections();
  proxy.cutAll();
};

/** Fails with the boundary's name in sight, because the boundaries are only known when the tests run. */
const atEach = async (check: (boundary: Boundary) => Promise<void>): Promise<void> => {
  expect(boundaries.length).toBeGreaterThanOrEqual(12);
  for (const boundary of boundaries) {
    await anew();
    await check(boundary).catch((cause: unknown) => {
      throw new Error(`At the boundary ${boundary.name}: ${String(cause)}`, { cause });
    });
  }
};

describe('at every statement boundary of a placement', () => {
  test('a cut connection ends in the stored answer or in 503, and the retry in exactly one order', async () => {
    await atEach(async (boundary) => {
      const cut = cutAt(proxy, boundary);
      const answer = await place();
      await cut;
      expectHonest(answer);
      if (boundary.committed === 'no') expect(answer.status).toBe(503);
      await expectOneOrderAfterRetry(boundary.committed === 'perhaps' ? undefined : boundary.committed === 'yes');
    });
  });

  test('a killed backend ends in the stored answer or in 503, and the retry in exactly one order', async () => {
    await atEach(async (boundary) => {
      const held = holdAt(proxy, boundary);
      const answering = place();
      await held.reached;
      openBefore = openConnections();
      await shop.observer.query(
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'latchkey' AND pid <> pg_backend_pid()`,
      );
      held.release();
      const answer = await answering;
      expectHonest(answer);
      // A backend that was idle when it died is replaced unseen, so the placement may well have gone on.
      const stored = answer.status === 200 || boundary.committed === 'yes';
      await expectOneOrderAfterRetry(boundary.committed === 'perhaps' ? undefined : stored, placeUntilReconnected);
    });
  });
});

describe('a connection that is lost in COMMIT', () => {
  test('after it happened: the caller gets the stored answer, not marked as a replay', async () => {
    const cut = proxy.cutAfterServerReceived('COMMIT');
    const answer = await place();
    await cut;
    expect([answer.status, answer.replayed]).toEqual([200, false]);
    expect((await place()).text).toBe(answer.text);
    await expectOneOrderAfterRetry(true);
  });

  test('before the server had it: nothing is stored, and a retry places once', async () => {
    const cut = proxy.cutBefore('COMMIT');
    const answer = await place();
    await cut;
    expect([answer.status, answer.error?.data.idempotency?.reason]).toEqual([503, 'unavailable']);
    expect(await shop.recordOf(account, key)).toBeUndefined();
    await expectOneOrderAfterRetry(false);
  });

  test('on its way: whatever became of it, the answer is true', async () => {
    const cut = proxy.cutOnceSent('COMMIT');
    const answer = await place();
    await cut;
    expectHonest(answer);
    await expectOneOrderAfterRetry(answer.status === 200 ? true : undefined);
  });

  test('when no other connection can be had: 503, and the retry replays', async () => {
    const commit = proxy.holdAfter('COMMIT');
    const answering = place();
    await commit.reached;
    goDark();
    const answer = await answering;
    expect([answer.status, Number(answer.retryAfter) > 0]).toEqual([503, true]);
    await proxy.acceptAgain();
    await expectOneOrderAfterRetry(true, placeUntilReconnected);
  });
});

test('while PostgreSQL refuses connections the answer is 503 with Retry-After, and recovery comes by itself', async () => {
  goDark();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const answer = await place();
    expect([answer.status, answer.error?.data.idempotency?.reason]).toEqual([503, 'unavailable']);
    expect(Number(answer.retryAfter)).toBeGreaterThan(0);
  }
  await proxy.acceptAgain();
  await expectOneOrderAfterRetry(false, placeUntilReconnected);
});

/** The look by which a replay is answered; the flush of replay counts, which comes when it likes, reads the table too. */
const A_LOOK = /retention_window[\s\S]*FROM public\.idempotency_record/;

test('a replay whose connection is lost is answered 503, and the next replays by itself', async () => {
  const first = await place();
  expect(first.status).toBe(200);
  // Twice: with and without a connection that was already in use.
  for (let round = 0; round < 2; round += 1) {
    const cut = proxy.cutBefore(A_LOOK);
    const lost = await place();
    await cut;
    expect([lost.status, Number(lost.retryAfter) > 0]).toEqual([503, true]);
    const replay = await place();
    expect([replay.status, replay.replayed, replay.text]).toEqual([200, true, first.text]);
  }
  await expectOneOrderAfterRetry(true);
});
