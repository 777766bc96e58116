import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { answer, headersOf } from '../testing/call-procedure.ts';
import { type TestAccount, useShop } from '../testing/shop.ts';

const shop = useShop();
let account: TestAccount;
let sku: string;
let key: string;

beforeEach(async () => {
  account = await shop.addAccount();
  sku = await shop.addProduct(10);
  key = randomUUID();
});

type Item = { error?: { json: { data: { httpStatus: number; idempotency?: { reason: string } } } }; result?: unknown };

/** Several calls in one HTTP request, as a batching link sends them: they share one set of headers. */
const batch = async (
  calls: readonly (readonly [path: string, input: unknown])[],
  headers: Record<string, string> = {},
) => {
  const url = `http://shop.test/api/trpc/${calls.map(([path]) => path).join(',')}?batch=1`;
  const body = JSON.stringify(Object.fromEntries(calls.map(([, input], n) => [n, { json: input }])));
  const request = new Request(url, {
    method: 'POST',
    body,
    headers: headersOf({ key, apiKey: account.apiKey, headers }),
  });
  const response = await answer(shop.runtime, request);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const order = (quantity: number) => ['orders.place', { sku, quantity }] as const;

const expectNothingRan = async () => {
  expect(await shop.ordersOf(account)).toEqual([]);
  expect(await shop.stockOf(sku)).toBe(10);
  expect(await shop.recordOf(account, key)).toBeUndefined();
};

describe('one key over several mutations of a batch is refused for each, and nothing runs', () => {
  test.each([
    ['two amounts', [1, 2]],
    ['the same gift twice, on purpose', [1, 1]],
    ['three', [1, 2, 3]],
  ])('%s', async (_what, quantities) => {
    const { text } = await batch(quantities.map(order));
    const items = JSON.parse(text) as Item[];
    expect(items.map(({ error }) => [error?.json.data.httpStatus, error?.json.data.idempotency?.reason])).toEqual(
      quantities.map(() => [400, 'key_in_batch']),
    );
    await expectNothingRan();
  });

  test('an order and its payment', async () => {
    const { text } = await batch([order(1), ['orders.pay', { orderId: 'ord_1', card: 'tok_visa' }]]);
    const items = JSON.parse(text) as Item[];
    expect(items.map(({ error }) => [error?.json.data.httpStatus, error?.json.data.idempotency?.reason])).toEqual([
      [400, 'key_in_batch'],
      [400, 'key_in_batch'],
    ]);
    await expectNothingRan();
  });

  test('without the batch the key is still free', async () => {
    await batch([order(1), order(2)]);
    const alone = await batch([order(1)]);
    expect([alone.status, (JSON.parse(alone.text) as Item[])[0]?.error]).toEqual([200, undefined]);
    expect((await shop.ordersOf(account)).length).toBe(1);
  });
});

test('a batch of one is an ordinary request, and its retry a replay', async () => {
  const first = await batch([order(2)]);
  const retry = await batch([order(2)]);
  expect([first.status, retry.status, retry.headers.get('idempotency-replayed')]).toEqual([200, 200, 'true']);
  expect(retry.text).toBe(first.text);
  expect(await shop.stockOf(sku)).toBe(8);
});

test('a protected mutation in a streamed response is refused: its status would go out before its result exists', async () => {
  const { text } = await batch([order(1)], { 'trpc-accept': 'application/jsonl' });
  expect(text).toContain('key_in_batch');
  await expectNothingRan();
});
