import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { superjson } from '../idempotency/wire.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { auditOf, deskMutations } from '../testing/desk.ts';
import { addOperator, signedIn, TEST_HOST } from '../testing/people.ts';
import { addCompleted, addConflictTo } from '../testing/records.ts';
import { useShop } from '../testing/shop.ts';
import { answerTrpc } from './handler.ts';

const shop = useShop();
const holder = globalThis as typeof globalThis & { latchkeyRuntime?: Runtime };
const OWN = `http://${TEST_HOST}`;
let cookie = '';

beforeAll(async () => {
  // The handler of the app's own route, with the checks that come before tRPC.
  holder.latchkeyRuntime = shop.runtime;
  cookie = (await signedIn(shop, await addOperator(shop, 'resolver'))).get('cookie') ?? '';
});
afterAll(() => {
  delete holder.latchkeyRuntime;
});

const send = (
  path: string,
  init: { headers?: Record<string, string>; body?: BodyInit; query?: string; method?: string },
) =>
  answerTrpc(
    new Request(`${OWN}/api/trpc/${path}${init.query ?? ''}`, {
      method: init.method ?? 'POST',
      headers: { host: TEST_HOST, cookie, ...init.headers },
      ...(init.body === undefined ? {} : { body: init.body }),
    }),
  );

const audited = async () => (await shop.observer.query('SELECT count(*)::int AS n FROM audit_entry')).rows[0].n;

/** A review that would go through, were it sent by the desk. */
const review = async () => {
  const id = await addConflictTo(shop, await addCompleted(shop));
  const requestId = randomUUID();
  return { id, requestId, body: superjson.stringify({ id, seenOccurrences: 1, requestId }) };
};

const isReviewed = async (id: string) =>
  (await shop.observer.query('SELECT reviewed_at FROM conflict_event WHERE id = $1', [id])).rows[0].reviewed_at !==
  null;

test('the very request goes through when the desk sends it', async () => {
  const { id, requestId, body } = await review();
  const headers = { 'content-type': 'application/json', 'idempotency-key': requestId, origin: OWN };
  expect((await send('desk.conflicts.review', { headers, body })).status).toBe(200);
  expect([await isReviewed(id), (await auditOf(shop, { requestId })).length]).toEqual([true, 1]);
});

test('there are mutations to try', () => {
  expect(deskMutations).toEqual(expect.arrayContaining(['desk.conflicts.review', 'desk.records.purgeAnswer']));
});

/** What a page of another site can make a browser send with the operator's cookies, without asking first. */
const FORMS: readonly (readonly [string, () => { headers: Record<string, string>; body: BodyInit }])[] = [
  [
    'application/x-www-form-urlencoded',
    () => ({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ json: '{"id":"1"}' }).toString(),
    }),
  ],
  [
    'multipart/form-data',
    () => {
      const body = new FormData();
      body.set('id', '1');
      return { headers: {}, body };
    },
  ],
  // A form field `{"json":{"id":"1","x":"` with the value `"}}` is JSON, sent as text.
  ['text/plain', () => ({ headers: { 'content-type': 'text/plain' }, body: '{"json":{"id":"1","x":"="}}' })],
  ['no content type', () => ({ headers: {}, body: new Blob(['{"json":{"id":"1"}}']) })],
];

describe.each(deskMutations)('%s', (path) => {
  test.each(FORMS)('refuses a form of %s, from another site and from nowhere', async (_type, make) => {
    const before = await audited();
    for (const origin of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      {},
    ]) {
      const { headers, body } = make();
      expect((await send(path, { headers: { ...headers, ...origin } as Record<string, string>, body })).status).toBe(
        403,
      );
    }
    expect(await audited()).toBe(before);
  });

  test.each(FORMS)('takes no form of %s from our own pages either', async (_type, make) => {
    const { headers, body } = make();
    const { status } = await send(path, { headers: { ...headers, origin: OWN }, body });
    expect([400, 403, 415]).toContain(status);
  });

  test('refuses JSON from another site, and with cookies but without saying from where', async () => {
    const before = await audited();
    const requestId = randomUUID();
    const json = { 'content-type': 'application/json', 'idempotency-key': requestId };
    for (const from of [
      { origin: 'https://evil.example' },
      { origin: `https://${TEST_HOST}.evil.example` },
      { origin: 'null' },
      { origin: OWN, 'sec-fetch-site': 'cross-site' },
      { origin: OWN, 'sec-fetch-site': 'same-site' },
      {},
    ] as Record<string, string>[]) {
      const { status } = await send(path, {
        headers: { ...json, ...from },
        body: superjson.stringify({ id: '1', requestId }),
      });
      expect([from, status]).toEqual([from, 403]);
    }
    expect(await audited()).toBe(before);
  });

  test('cannot be sent by a link or an image', async () => {
    const query = `?input=${encodeURIComponent(superjson.stringify({ id: '1', requestId: randomUUID() }))}`;
    expect((await send(path, { method: 'GET', query })).status).toBe(405);
  });
});

test('nothing of it has an effect, even where the input is right', async () => {
  const { id, requestId, body } = await review();
  for (const headers of [
    { 'content-type': 'text/plain', origin: 'https://evil.example' },
    { 'content-type': 'application/json', origin: 'https://evil.example', 'idempotency-key': requestId },
    { 'content-type': 'application/json', 'idempotency-key': requestId },
    // Of our own origin, but without the header that needs a preflight.
    { 'content-type': 'application/json', origin: OWN },
    { 'content-type': 'text/plain', origin: OWN, 'idempotency-key': requestId },
  ] as Record<string, string>[]) {
    expect((await send('desk.conflicts.review', { headers, body })).status).toBeGreaterThanOrEqual(400);
  }
  expect(await isReviewed(id)).toBe(false);
});

test('a caller without a browser, who has no cookie, needs no origin', async () => {
  const { apiKey } = await shop.addAccount();
  const sku = await shop.addProduct();
  const request = new Request(`${OWN}/api/trpc/orders.place`, {
    method: 'POST',
    headers: {
      host: TEST_HOST,
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: superjson.stringify({ sku, quantity: 1 }),
  });
  expect((await answerTrpc(request)).status).toBe(200);
});
