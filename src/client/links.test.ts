import { createTRPCClient, httpLink, type TRPCLink } from '@trpc/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { superjson } from '../idempotency/wire.ts';
import type { AppRouter } from '../trpc/app-router.ts';
import { createLatchkeyClient } from './create-client.ts';
import { keyLink } from './key-link.ts';
import type { RetryNote } from './operation.ts';
import { retryByTableLink } from './retry-by-table-link.ts';
import { MAX_ATTEMPTS } from './retry-schedule.ts';

const retries = () => retryByTableLink({ isOnline: () => true, random: () => 0 });
const wire = (): TRPCLink<AppRouter> => httpLink({ url: 'http://nowhere.invalid', transformer: superjson });

const order = { sku: 'tea-01', quantity: 1 };
const placed = { result: { data: superjson.serialize({ orderId: 'ord_1' }) } };
const refused = (httpStatus: number, idempotency: object) => ({
  error: superjson.serialize({ message: 'no', code: -32000, data: { code: 'CONFLICT', httpStatus, idempotency } }),
});

type Answer = { readonly status: number; readonly body: unknown } | 'lost';

/** A client over a wire that gives these answers in turn, the last one for ever. Time is held, so that waits cost none. */
function client(...answers: [Answer, ...Answer[]]) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sent: { readonly url: string; readonly headers: Headers }[] = [];
  const made = createLatchkeyClient({
    url: 'http://nowhere.invalid/api/trpc',
    accountId: 'acme',
    random: () => 0,
    fetch: async (url, init) => {
      sent.push({ url: String(url), headers: new Headers(init?.headers) });
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer === undefined || answer === 'lost') throw new TypeError('Failed to fetch');
      return Response.json(answer.body, { status: answer.status });
    },
  });
  return { client: made, sent, keys: () => sent.map(({ headers }) => headers.get('Idempotency-Key')) };
}

/** The result of a call, once all its waits have been skipped. */
async function settled<T>(call: Promise<T>): Promise<PromiseSettledResult<T>> {
  const all = Promise.allSettled([call]);
  await vi.runAllTimersAsync();
  const [result] = await all;
  return result;
}

test('a chain whose retries come before its key fails when the client is made, and says which order is right', () => {
  const wrong = () => createTRPCClient<AppRouter>({ links: [retries(), keyLink(), wire()] });
  expect(wrong).toThrow(/wrong order: keyLink\(\) must come before retryByTableLink\(\)/);
  expect(() => createTRPCClient<AppRouter>({ links: [retries(), wire()] })).toThrow(/wrong order/);
  expect(() => createTRPCClient<AppRouter>({ links: [keyLink(), retries(), wire()] })).not.toThrow();
});

test('all attempts of an operation carry one key, and retries say which attempt they are', async () => {
  const {
    client: it,
    sent,
    keys,
  } = client('lost', { status: 503, body: refused(503, { reason: 'unavailable' }) }, { status: 200, body: placed });
  const key = crypto.randomUUID();
  const result = await settled(it.orders.place.mutate(order, { context: { idempotencyKey: key } }));
  expect(result).toMatchObject({ status: 'fulfilled', value: { orderId: 'ord_1' } });
  expect(keys()).toEqual([key, key, key]);
  expect(sent.map(({ headers }) => headers.get('Idempotency-Attempt'))).toEqual([null, '2', '3']);
});

test('a mutation without a key is sent once, without one, whatever becomes of it', async () => {
  const { client: it, keys } = client('lost');
  expect((await settled(it.orders.place.mutate(order))).status).toBe('rejected');
  expect(keys()).toEqual([null]);
});

test('a server that is always unavailable is asked five times in all, for mutations and queries', async () => {
  const mutation = client({ status: 503, body: refused(503, { reason: 'unavailable', retryAfterMs: 10 }) });
  await settled(mutation.client.orders.place.mutate(order, { context: { idempotencyKey: crypto.randomUUID() } }));
  expect(mutation.sent).toHaveLength(MAX_ATTEMPTS);
  const query = client('lost');
  await settled(query.client.catalog.list.query());
  expect(query.sent).toHaveLength(MAX_ATTEMPTS);
});

test.each([
  ['key_conflict', 422],
  ['answer_purged', 409],
  ['key_expired', 422],
  ['outcome_unknown', 409],
  ['under_review', 409],
  ['key_missing', 400],
])('%s is not retried by itself', async (reason, status) => {
  const { client: it, sent } = client({ status, body: refused(status, { reason }) });
  await settled(it.orders.place.mutate(order, { context: { idempotencyKey: crypto.randomUUID() } }));
  expect(sent).toHaveLength(1);
});

test('a duplicate in flight waits at least as long as the server asked', async () => {
  const notes: RetryNote[] = [];
  const { client: it, sent } = client(
    { status: 409, body: refused(409, { reason: 'in_flight', retryAfterMs: 3_000 }) },
    { status: 200, body: placed },
  );
  await settled(
    it.orders.place.mutate(order, {
      context: { idempotencyKey: crypto.randomUUID(), onRetry: (note: RetryNote) => notes.push(note) },
    }),
  );
  expect(notes.map(({ waitMs }) => waitMs)).toEqual([3_000]);
  expect(sent).toHaveLength(2);
});

test('a wish to wait longer than ten seconds is left to a person', async () => {
  const { client: it, sent } = client({
    status: 409,
    body: refused(409, { reason: 'in_flight', retryAfterMs: 60_000 }),
  });
  await settled(it.orders.place.mutate(order, { context: { idempotencyKey: crypto.randomUUID() } }));
  expect(sent).toHaveLength(1);
});

test('mutations of one tick go out in requests of their own with their own keys, queries in one', async () => {
  const { client: it, keys } = client({ status: 200, body: placed });
  const one = crypto.randomUUID();
  const two = crypto.randomUUID();
  const both = Promise.all([
    it.orders.place.mutate(order, { context: { idempotencyKey: one } }),
    it.orders.place.mutate(order, { context: { idempotencyKey: two } }),
  ]);
  await settled(both);
  expect(keys()).toEqual([one, two]);
  const queries = client({ status: 200, body: [placed, placed] });
  await settled(Promise.all([queries.client.catalog.list.query(), queries.client.orders.list.query()]));
  expect(queries.sent.map(({ url }) => new URL(url).pathname)).toEqual(['/api/trpc/catalog.list,orders.list']);
});

test('every request says for which account its page was made', async () => {
  const { client: it, sent } = client({ status: 200, body: placed });
  await settled(it.orders.place.mutate(order, { context: { idempotencyKey: crypto.randomUUID() } }));
  expect(sent[0]?.headers.get('Expected-Account')).toBe('acme');
});

test('a malformed key is refused before anything is sent', async () => {
  const { client: it, sent } = client({ status: 200, body: placed });
  for (const idempotencyKey of ['two words', String(undefined), 'null', '00000000-0000-0000-0000-000000000000']) {
    const result = await settled(it.orders.place.mutate(order, { context: { idempotencyKey } }));
    expect(result).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('Idempotency-Key') },
    });
  }
  expect(sent).toHaveLength(0);
});
