import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type AppProcess, startAppProcess } from '../../testing/app-process.ts';
import { fetchProcedure } from '../../testing/call-procedure.ts';
import { type Intent, usePayments } from '../../testing/payments.ts';
import { commitOf } from '../../testing/pg-proxy/commit-of.ts';
import { type PgProxy, startPgProxy } from '../../testing/pg-proxy/proxy.ts';

const shop = usePayments();
let proxy: PgProxy;
let owner: AppProcess;

beforeAll(async () => {
  proxy = await startPgProxy(shop.url);
});
afterAll(() => proxy.close());
afterEach(() => owner.kill());

/**
 * The process that is frozen; its database is behind the proxy. A renewal comes after a third of its lease, and a call is not
 * made after half of a short one: neither happens here unless a test asks for a shorter one.
 */
const startOwner = async (bounds: { leaseMs?: number; callTimeoutMs?: number; idleTimeoutMs?: number } = {}) => {
  const lasting = { leaseMs: 3_600_000, ...bounds };
  owner = await startAppProcess({ role: 'web', databaseUrl: proxy.url, providerUrl: shop.sandbox.url, ...lasting });
};

const pay = ({ account, orderId, key }: Intent) =>
  fetchProcedure(owner.url, 'orders.pay', { orderId, card: 'tok_visa' }, { key, apiKey: account.apiKey });

/** Every row that the owner could have written, each with the transaction that wrote it last. */
const rowsOf = async ({ account, orderId, key }: Intent): Promise<unknown> => {
  const { rows } = await shop.observer.query(
    `WITH r AS (SELECT * FROM idempotency_record WHERE scope = $1 AND key = $2)
     SELECT 'record' AS what, concat(state, ' ', attempt, ' ', completed_at, ' ', answer) AS row FROM r
     UNION ALL SELECT 'payment', concat(p.xmin, ' ', p.status, ' ', p.charge_id) FROM payment p WHERE order_id = $3
     UNION ALL SELECT 'order', concat(o.xmin, ' ', o.status) FROM "order" o WHERE id = $3
     UNION ALL SELECT 'step', concat(s.xmin, ' ', s.name, ' ', s.result) FROM run_step s JOIN r ON r.id = s.record_id
     UNION ALL SELECT 'reference', concat(e.xmin, ' ', e.state) FROM external_reference e JOIN r ON r.id = e.record_id
     ORDER BY 1, 2`,
    [account.accountId, key, orderId],
  );
  return rows;
};

/** Wakes the owner, whose record another one has completed: whatever it does now may change nothing. */
const wakeAndSee = async (intent: Intent, answer: ReturnType<typeof pay>): Promise<string[]> => {
  const before = await rowsOf(intent);
  expect(await shop.record(intent)).toMatchObject({ state: 'COMPLETED', outcome: 'success', attempt: 2 });
  owner.thaw();
  const { status, data } = await answer;
  expect([status, data]).toEqual([200, JSON.parse((await shop.record(intent))?.answer ?? '').json]);
  expect(await rowsOf(intent)).toEqual(before);
  expect(await shop.charges(intent)).toHaveLength(1);
  expect(await shop.payments(intent)).toMatchObject([{ status: 'succeeded' }]);
  return (await shop.timeline(intent)).filter(({ attempt }) => attempt === 1).map(({ event }) => event);
};

const lateAnswers = async (intent: Intent) =>
  (await shop.timeline(intent)).filter(({ event }) => event === 'late_answer').map(({ evidence }) => evidence);

test('an owner that froze in the provider call writes nothing when it wakes, and its late answer is kept as evidence', async () => {
  await startOwner();
  const intent = await shop.newIntent();
  const fault = await shop.sandbox.fault({ on: 'charge', do: 'hold_after', key: shop.chargeKey(intent) });
  const answer = pay(intent);
  await fault.held();
  owner.freeze();
  await fault.release();
  await shop.lapse(intent);
  expect(await shop.complete()).toMatchObject({ completed: 1 });
  expect(await wakeAndSee(intent, answer)).toEqual([
    'claimed',
    'step_committed',
    'call_intended',
    'late_answer',
    'late_write_rejected',
  ]);
  const [charge] = await shop.charges(intent);
  expect(await lateAnswers(intent)).toEqual([expect.stringContaining(charge?.id ?? 'no charge')]);
});

test('an owner that froze between its intent and the send may send when it wakes: the same key, one charge, no write', async () => {
  await startOwner();
  const intent = await shop.newIntent();
  const committed = proxy.holdAfter(commitOf(/INSERT INTO public\.external_reference/));
  const answer = pay(intent);
  await committed.reached;
  owner.freeze();
  committed.release();
  // Only in the database: by its own clock the lease is long enough, so that nothing but the fence and the key is left.
  await shop.lapse(intent);
  expect(await shop.complete()).toMatchObject({ completed: 1 });
  const events = await wakeAndSee(intent, answer);
  expect(events.slice(-3)).toEqual(['call_intended', 'late_answer', 'late_write_rejected']);
  expect((await shop.sandbox.counts()).charges[shop.chargeKey(intent)]).toEqual({ calls: 2, effects: 1 });
  const [charge] = await shop.charges(intent);
  expect(await lateAnswers(intent)).toEqual([expect.stringContaining(charge?.id ?? 'no charge')]);
});

test('an owner that froze there past its lease by its own clock does not send at all', async () => {
  await startOwner({ leaseMs: 1_500, callTimeoutMs: 300 });
  const intent = await shop.newIntent();
  const committed = proxy.holdAfter(commitOf(/INSERT INTO public\.external_reference/));
  const answer = pay(intent);
  await committed.reached;
  owner.freeze();
  committed.release();
  // Nobody moves a date: the lease lapses by itself, and the completer may not come before.
  while ((await shop.complete()).completed === 0) await wait(50);
  const events = await wakeAndSee(intent, answer);
  expect(events).toContain('call_stopped');
  expect(events).not.toContain('late_answer');
  expect((await shop.sandbox.counts()).charges[shop.chargeKey(intent)]).toEqual({ calls: 1, effects: 1 });
});

test('an owner that froze before finish leaves its charge to be finished, and finishes nothing when it wakes', async () => {
  await startOwner();
  const intent = await shop.newIntent();
  const settled = proxy.holdAfter(commitOf(/UPDATE public\.external_reference\s+SET state/));
  const answer = pay(intent);
  await settled.reached;
  owner.freeze();
  settled.release();
  await shop.lapse(intent);
  expect(await shop.complete()).toMatchObject({ completed: 1 });
  const events = await wakeAndSee(intent, answer);
  expect(events.at(-1)).toBe('late_write_rejected');
  expect((await shop.sandbox.counts()).charges[shop.chargeKey(intent)]).toEqual({ calls: 1, effects: 1 });
});

test('an owner that froze inside finish is not overtaken while its transaction lives, and the server ends that', async () => {
  await startOwner({ idleTimeoutMs: 5_000 });
  // The first payment of a process compiles what it needs, which may take longer than the server lets a transaction idle.
  await vi.waitFor(async () => expect((await pay(await shop.newIntent())).status).toBe(200), { timeout: 60_000 });
  const intent = await shop.newIntent();
  const settled = proxy.holdAfter(commitOf(/UPDATE public\.external_reference\s+SET state/));
  const inside = proxy.holdAfter(/UPDATE "public"."payment"/);
  const answer = pay(intent);
  await settled.reached;
  // Before finish extends it, in a transaction that nobody else sees yet.
  await shop.lapse(intent);
  settled.release();
  await inside.reached;
  owner.freeze();
  inside.release();
  let tooEarly = 0;
  while ((await shop.complete()).completed === 0) {
    tooEarly += 1;
    await wait(50);
  }
  expect(tooEarly).toBeGreaterThan(0);
  owner.thaw();
  const { status, data, error } = await answer;
  // Its connection is gone, and so it may say that it does not know; the record does.
  if (status === 200) expect(data).toEqual(JSON.parse((await shop.record(intent))?.answer ?? '').json);
  else expect(error?.data.idempotency?.reason).toMatch(/^(in_flight|unavailable)$/);
  expect(await shop.charges(intent)).toHaveLength(1);
  expect(await shop.payments(intent)).toMatchObject([{ status: 'succeeded' }]);
  expect(await shop.record(intent)).toMatchObject({ state: 'COMPLETED', attempt: 2 });
});
