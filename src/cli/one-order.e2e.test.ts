import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { superjson } from '../idempotency/wire.ts';
import { fetchProcedure, headersOf } from '../testing/call-procedure.ts';
import { type RunningApp, startApp } from '../testing/running-app.ts';

const PLACEMENT = { sku: 'tea-01', quantity: 1 };
let app: RunningApp;
let apiKey: string;

beforeAll(async () => {
  app = await startApp();
  apiKey = (await app.credentials()).accounts[0]?.apiKey ?? '';
});
afterAll(() => app.dispose());

const place = (key: string, input: unknown = PLACEMENT) =>
  fetchProcedure(app.baseUrl, 'orders.place', input, { key, apiKey });

const countOrders = async (): Promise<number> => {
  const { data } = await fetchProcedure(app.baseUrl, 'orders.list', { limit: 100 }, { apiKey, method: 'GET' });
  return (data as { orders: readonly unknown[] }).orders.length;
};

/** A placement with its header lines as they are given, which `fetch` would merge. */
const placeWithLines = async (lines: readonly string[]): Promise<{ status: number; body: string }> => {
  const body = superjson.stringify(PLACEMENT);
  const headers = { ...headersOf({ apiKey }), host: new URL(app.baseUrl).host, 'content-length': String(body.length) };
  const sent = request(`${app.baseUrl}/api/trpc/orders.place`, {
    method: 'POST',
    headers: [...Object.entries(headers).flat(), ...lines],
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await text(response) };
};

test('a placement and its repeat get the same bytes from a running installation, and the list grows by one', async () => {
  const before = await countOrders();
  const key = randomUUID();
  const [first, again] = [await place(key), await place(key)];
  expect([first.status, first.replayed, again.status, again.replayed]).toEqual([200, false, 200, true]);
  expect(again.text).toBe(first.text);
  expect(await countOrders()).toBe(before + 1);
});

test('fifty requests at once with one key over HTTP place one order: each gets its answer, or 409 with Retry-After', async () => {
  for (let round = 0; round < 3; round++) {
    const before = await countOrders();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => place(key)));
    const placed = answers.filter(({ status }) => status === 200);
    expect(new Set(placed.map((answer) => answer.text)).size).toBe(1);
    for (const { status, retryAfter } of answers.filter((answer) => !placed.includes(answer))) {
      expect([status, Number(retryAfter) >= 1]).toEqual([409, true]);
    }
    expect(await countOrders()).toBe(before + 1);
  }
});

test.each([
  ['two lines of the same key', (key: string) => ['idempotency-key', key, 'idempotency-key', key]],
  ['letters beyond ASCII', () => ['idempotency-key', Buffer.from('ключ').toString('latin1')]],
  ['9,000 characters', () => ['idempotency-key', 'k'.repeat(9_000)]],
  ['no key', () => []],
])('%s in the header are refused with 400 by a running installation, and nothing is ordered', async (_what, lines) => {
  const before = await countOrders();
  const { status, body } = await placeWithLines(lines(randomUUID()));
  expect([status, body]).toEqual([400, expect.stringMatching(/key_(invalid|missing)/)]);
  expect(await countOrders()).toBe(before);
});
