import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type Answer, fetchProcedure } from '../testing/call-procedure.ts';
import { type RunningApp, startApp } from '../testing/running-app.ts';

// The timeout of a call is the longest that anything here waits for; three times that is a hang.
const soon = { timeout: 60_000, interval: 500 };

let app: RunningApp;
let apiKey: string;
let providerUrl: string;

beforeAll(async () => {
  app = await startApp({ env: { LEASE_MS: '2000' } });
  apiKey = (await app.credentials()).accounts[0]?.apiKey ?? '';
  providerUrl = (await app.runtime()).providerUrl ?? '';
});
afterAll(() => app?.dispose());

const call = (path: string, input: object, key: string): Promise<Answer> =>
  fetchProcedure(app.baseUrl, path, input, { key, apiKey });

const placeOrder = async (): Promise<string> => {
  const { data } = await call('orders.place', { sku: 'tea-01', quantity: 1 }, randomUUID());
  return (data as { orderId: string }).orderId;
};

const chargesSchema = z.object({ data: z.array(z.object({ metadata: z.record(z.string(), z.string()) })) });

const chargesOf = async (orderId: string): Promise<number> => {
  const { data } = chargesSchema.parse(await (await fetch(`${providerUrl}/v1/charges?limit=100`)).json());
  return data.filter(({ metadata }) => metadata.order_id === orderId).length;
};

const countsSchema = z.object({ charges: z.record(z.string(), z.unknown()) });

/** How many downstream keys the sandbox has been called with. */
const calledKeys = async (): Promise<number> =>
  Object.keys(countsSchema.parse(await (await fetch(`${providerUrl}/_counts`)).json()).charges).length;

/** Sends the one key until it is answered for good, as a client does; gives every answer. */
const payUntilAnswered = async (orderId: string, card: string, key: string): Promise<Answer[]> => {
  const answers: Answer[] = [];
  await vi.waitFor(async () => {
    const answer = await call('orders.pay', { orderId, card }, key);
    answers.push(answer);
    expect([200, 402]).toContain(answer.status);
  }, soon);
  return answers;
};

// Each has an order of its own, and most of their time is waiting. A look-up that is down would be down for all of them.
describe.concurrent('with look-ups at hand', () => {
  test.each(['tok_visa', 'tok_answer_lost', 'tok_500_after', 'tok_slow_8000'])(
    '%s is answered by the first request, after one charge, and replayed',
    async (card) => {
      const [orderId, key] = [await placeOrder(), randomUUID()];
      const first = await call('orders.pay', { orderId, card }, key);
      const again = await call('orders.pay', { orderId, card }, key);
      expect([first.status, first.replayed, again.replayed]).toEqual([200, false, true]);
      expect(again.text).toBe(first.text);
      expect(await chargesOf(orderId)).toBe(1);
    },
  );

  test.each(['tok_lost_before', 'tok_500_before', 'tok_500_stored'])(
    '%s is in flight until its first call can be over, and then charged once',
    async (card) => {
      const [orderId, key] = [await placeOrder(), randomUUID()];
      const answers = await payUntilAnswered(orderId, card, key);
      const [first, last] = [answers[0], answers.at(-1)];
      expect(first?.error?.data.idempotency?.reason).toBe('in_flight');
      expect(last?.status).toBe(200);
      expect(await chargesOf(orderId)).toBe(1);
    },
  );

  test('tok_chargeDeclined is a stored refusal, replayed, and the order is paid under a new key', async () => {
    const [orderId, key] = [await placeOrder(), randomUUID()];
    const input = { orderId, card: 'tok_chargeDeclined' };
    const first = await call('orders.pay', input, key);
    const again = await call('orders.pay', input, key);
    expect([first.status, again.status, again.replayed]).toEqual([402, 402, true]);
    expect(again.text).toBe(first.text);
    expect(await chargesOf(orderId)).toBe(0);
    expect((await call('orders.pay', { orderId, card: 'tok_visa' }, randomUUID())).status).toBe(200);
    expect(await chargesOf(orderId)).toBe(1);
  });
});

test('tok_lookup_down_20000 is unknown, and completes while its client sends nothing', async () => {
  const [orderId, key] = [await placeOrder(), randomUUID()];
  const input = { orderId, card: 'tok_lookup_down_20000' };
  expect((await call('orders.pay', input, key)).error?.data.idempotency?.reason).toBe('outcome_unknown');
  // Another key for the order is refused before any call.
  expect((await call('orders.pay', { orderId, card: 'tok_visa' }, randomUUID())).status).toBe(409);
  await vi.waitFor(async () => {
    const { data } = await fetchProcedure(app.baseUrl, 'idempotency.status', { key }, { apiKey, method: 'GET' });
    expect(data).toMatchObject({ state: 'completed' });
  }, soon);
  const answer = await call('orders.pay', input, key);
  expect([answer.status, answer.replayed, await chargesOf(orderId)]).toEqual([200, true, 1]);
});

test('a payment whose web process is killed is completed by the worker, with one charge', async () => {
  const [orderId, key] = [await placeOrder(), randomUUID()];
  const { webPid } = await app.runtime();
  const before = await calledKeys();
  const cut = call('orders.pay', { orderId, card: 'tok_slow_6000' }, key).catch(() => 'cut');
  // Within the six seconds in which the sandbox holds the call.
  await vi.waitFor(async () => expect(await calledKeys()).toBe(before + 1), { ...soon, interval: 50 });
  process.kill(webPid ?? 0, 'SIGKILL');
  expect(await cut).toBe('cut');
  await vi.waitFor(async () => {
    const { data } = await fetchProcedure(app.baseUrl, 'idempotency.status', { key }, { apiKey, method: 'GET' });
    expect(data).toMatchObject({ state: 'completed' });
  }, soon);
  expect(await chargesOf(orderId)).toBe(1);
});
