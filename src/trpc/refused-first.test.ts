import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Runtime } from '../runtime/runtime.ts';
import { callProcedure } from '../testing/call-procedure.ts';
import { type PgProxy, startPgProxy } from '../testing/pg-proxy/proxy.ts';
import { openRuntime } from '../testing/runtime.ts';
import { type TestAccount, useShop } from '../testing/shop.ts';

const shop = useShop();
let proxy: PgProxy;
let runtime: Runtime;
let account: TestAccount;
let sku: string;
let key: string;

const place = (input: unknown = { sku, quantity: 1 }, headers: Record<string, string> = {}) =>
  callProcedure(runtime, 'orders.place', input, { key, apiKey: account.apiKey, headers });

/** Statements that looked at records or tried a claim since the log was emptied. */
const lookups = () => proxy.statements().filter(({ sql }) => /idempotency_record|BEGIN|advisory/i.test(sql));

/** What waits in memory is written by a timer otherwise, between a request and the look at what it sent. */
const countsAreWritten = () => runtime.engine.replays.flush();

beforeAll(async () => {
  proxy = await startPgProxy(shop.url);
  runtime = openRuntime(proxy.url);
});
afterAll(async () => {
  await runtime.close();
  proxy.close();
});
beforeEach(async () => {
  await countsAreWritten();
  account = await shop.addAccount();
  sku = await shop.addProduct(5);
  key = randomUUID();
});

describe('who may not act is refused before anything is looked up, on replays too', () => {
  const DENIALS = {
    'a revoked API key': ['UPDATE api_key SET revoked_at = now() WHERE account_id = $1', 401, 'UNAUTHORIZED'],
    'a suspended account': ['UPDATE account SET suspended_at = now() WHERE id = $1', 403, 'FORBIDDEN'],
  } as const;

  test.each(Object.entries(DENIALS))('%s', async (_who, [sql, status, code]) => {
    const first = await place();
    expect([first.status, (await place()).replayed]).toEqual([200, true]);
    await shop.observer.query(sql, [account.accountId]);
    await countsAreWritten();
    const record = await shop.recordOf(account, key);
    proxy.forget();
    for (const headers of [{}, { 'idempotency-attempt': '2' }]) {
      const denied = await place(undefined, headers);
      expect([denied.status, denied.error?.data.code, denied.replayed]).toEqual([status, code, false]);
      expect(denied.text).not.toContain(String(record?.resource_id));
    }
    const other = await place({ sku, quantity: 2 });
    expect(other.status).toBe(status);
    expect(lookups()).toEqual([]);
    expect(await shop.recordOf(account, key)).toEqual(record);
    expect(proxy.statements().length).toBeGreaterThan(0);
  });

  test('somebody without any key or session', async () => {
    proxy.forget();
    const denied = await callProcedure(runtime, 'orders.place', { sku, quantity: 1 }, { key });
    expect(denied.status).toBe(401);
    expect(lookups()).toEqual([]);
  });
});

describe('a request that is not valid', () => {
  test('is answered 400 and leaves the key free', async () => {
    proxy.forget();
    const invalid = await place({ sku, quantity: -3 });
    expect([invalid.status, invalid.error?.data.code]).toEqual([400, 'BAD_REQUEST']);
    expect(lookups()).toEqual([]);
    const mended = await place();
    expect([mended.status, mended.replayed]).toEqual([200, false]);
    const invalidAgain = await place({ sku, quantity: -3 });
    expect(invalidAgain.status).toBe(400);
  });

  test.each([
    ['no key', undefined, 'key_missing'],
    ['an empty key', ' ', 'key_missing'],
    ['two keys', `${randomUUID()}, ${randomUUID()}`, 'key_invalid'],
    ['256 characters', 'k'.repeat(256), 'key_invalid'],
    ['a parameter', '"k";a=1', 'key_invalid'],
  ])('is refused without running: %s', async (_what, header, reason) => {
    proxy.forget();
    const options = { apiKey: account.apiKey, ...(header === undefined ? {} : { key: header }) };
    const refused = await callProcedure(runtime, 'orders.place', { sku, quantity: 1 }, options);
    expect([refused.status, refused.error?.data.idempotency?.reason]).toEqual([400, reason]);
    expect(lookups()).toEqual([]);
    expect(await shop.stockOf(sku)).toBe(5);
  });
});

describe('a final refusal', () => {
  test('is stored and replayed byte for byte, and undoes the work', async () => {
    const first = await place({ sku, quantity: 6 });
    expect([first.status, first.error?.data.refusal]).toEqual([409, { code: 'sold_out' }]);
    expect(await shop.recordOf(account, key)).toMatchObject({ state: 'COMPLETED', outcome: 'refusal' });
    // What would let it through now must not: the outcome of the intent is known.
    await shop.observer.query('UPDATE product SET stock = 6 WHERE sku = $1', [sku]);
    const replay = await place({ sku, quantity: 6 });
    expect([replay.status, replay.replayed, replay.text]).toEqual([409, true, first.text]);
    expect(replay.retryAfter).toBeNull();
    expect([await shop.stockOf(sku), (await shop.ordersOf(account)).length]).toEqual([6, 0]);
  });

  test('of an unknown article keeps its own status', async () => {
    const first = await place({ sku: 'tea-none', quantity: 1 });
    const replay = await place({ sku: 'tea-none', quantity: 1 });
    expect([first.status, first.replayed, replay.status, replay.replayed]).toEqual([404, false, 404, true]);
    expect(replay.text).toBe(first.text);
  });
});
