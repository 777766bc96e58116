import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Runtime } from '../runtime/runtime.ts';
import { callProcedure } from '../testing/call-procedure.ts';
import { openRuntime } from '../testing/runtime.ts';
import { useShop } from '../testing/shop.ts';
import { SMALL_LIMITS, SMALL_POOL } from '../testing/small-bounds.ts';

const shop = useShop();
let runtime: Runtime;
beforeAll(() => {
  runtime = openRuntime(shop.url, { pool: { ...SMALL_POOL, silenceMs: 10_000 }, limits: SMALL_LIMITS });
});
afterAll(() => runtime.close());

/** Somebody who holds locks until the test ends. */
const holding = async (sql: string, ...values: unknown[]): Promise<PoolClient> => {
  const session = await shop.observer.connect();
  onTestFinished(async () => {
    await session.query('ROLLBACK');
    session.release();
  });
  await session.query('BEGIN');
  await session.query(sql, values);
  return session;
};

const newOrder = async () => ({
  apiKey: (await shop.addAccount()).apiKey,
  key: randomUUID(),
  input: { sku: await shop.addProduct(10), quantity: 1 },
});
const place = ({ apiKey, key, input }: Awaited<ReturnType<typeof newOrder>>) =>
  callProcedure(runtime, 'orders.place', input, { apiKey, key });

test('while somebody holds the table of records, every keyed request is answered 503 and gives its connection back', async () => {
  const order = await newOrder();
  await holding('LOCK TABLE idempotency_record IN ACCESS EXCLUSIVE MODE');
  const asks = [
    () => place(order),
    () => callProcedure(runtime, 'orders.place', order.input, { ...order, headers: { 'idempotency-attempt': '2' } }),
    () => callProcedure(runtime, 'orders.pay', { orderId: randomUUID(), card: 'tok_visa' }, order),
  ];
  for (const answer of await Promise.all(asks.map((ask) => ask()))) {
    expect([answer.status, answer.error?.data.idempotency?.reason]).toEqual([503, 'unavailable']);
    expect(Number(answer.retryAfter)).toBeGreaterThan(0);
  }
  const { pool } = runtime.database;
  expect([pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([0, 0]);
});

test('a locked record harms nobody but itself: its conflicts are told, and others place meanwhile', async () => {
  const order = await newOrder();
  expect((await place(order)).status).toBe(200);
  const others = await Promise.all(Array.from({ length: 8 }, newOrder));
  await holding('SELECT FROM idempotency_record WHERE key = $1 FOR UPDATE', order.key);
  const conflicting = Array.from({ length: 12 }, (_, n) =>
    place({ ...order, input: { ...order.input, quantity: n + 2 } }),
  );
  const placed = await Promise.all(others.map(place));
  expect(placed.map(({ status }) => status)).toEqual(others.map(() => 200));
  const conflicts = await Promise.all(conflicting);
  expect(conflicts.map(({ status }) => status)).toEqual(conflicting.map(() => 422));
  expect((await place(order)).replayed).toBe(true);
});

test('replays of a locked record are counted later, those of others now', async () => {
  const [locked, free] = [await newOrder(), await newOrder()];
  for (const order of [locked, free]) expect((await place(order)).status).toBe(200);
  const counted = async (key: string) =>
    (await shop.observer.query('SELECT replay_count FROM idempotency_record WHERE key = $1', [key])).rows[0]
      ?.replay_count;
  const session = await holding('SELECT FROM idempotency_record WHERE key = $1 FOR UPDATE', locked.key);
  for (const order of [locked, free]) expect((await place(order)).replayed).toBe(true);
  await runtime.engine.replays.flush();
  expect([await counted(locked.key), await counted(free.key)]).toEqual([0, 1]);
  await session.query('ROLLBACK');
  await runtime.engine.replays.flush();
  await vi.waitFor(async () => expect(await counted(locked.key)).toBe(1));
});

test('a session begins with the server’s bounds, and comes back to them', async () => {
  const client = await runtime.database.pool.connect();
  await client.query(`SET statement_timeout = 0; SET lock_timeout = 0; RESET ALL`);
  const { rows } = await client.query(
    `SELECT name, setting FROM pg_settings
     WHERE name IN ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout') ORDER BY name`,
  );
  client.release();
  expect(rows.map(({ setting }) => Number(setting))).toEqual([
    SMALL_POOL.server.idleTimeoutMs,
    SMALL_POOL.server.lockTimeoutMs,
    SMALL_POOL.server.statementTimeoutMs,
  ]);
});
