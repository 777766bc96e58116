import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { callProcedure } from '../testing/call-procedure.ts';
import { openRuntime } from '../testing/runtime.ts';
import { type TestAccount, useShop } from '../testing/shop.ts';
import { idempotentProcedure } from './idempotent.ts';
import { t } from './init.ts';

const shop = useShop();

const place = (account: TestAccount, key: string, input: unknown, runtime = shop.runtime) =>
  callProcedure(runtime, 'orders.place', input, { key, apiKey: account.apiKey });

/** A placement that is done. */
const placed = async () => {
  const account = await shop.addAccount();
  const sku = await shop.addProduct();
  const key = randomUUID();
  const first = await place(account, key, { sku, quantity: 10 });
  expect(first.status).toBe(200);
  return { account, sku, key, first, record: await shop.recordOf(account, key) };
};

describe('the same key with another quantity', () => {
  test('is a conflict that names the field, keeps no value, and changes nothing in the record', async () => {
    const { account, sku, key, record } = await placed();
    const other = await place(account, key, { sku, quantity: 11 });
    expect([other.status, other.error?.data.idempotency]).toMatchObject([
      422,
      { reason: 'key_conflict', differingFields: ['quantity'], recordId: record?.id },
    ]);
    expect(other.retryAfter).toBeNull();
    expect(await shop.recordOf(account, key)).toEqual(record);
    expect(await shop.stockOf(sku)).toBe(990);
  });

  test('is one conflict event, counted for each time that it came', async () => {
    const { account, sku, key, record } = await placed();
    for (const quantity of [11, 11, 12]) await place(account, key, { sku, quantity });
    const { rows } = await shop.observer.query(
      'SELECT occurrences, differing_fields FROM conflict_event WHERE record_id = $1 ORDER BY id',
      [record?.id],
    );
    expect(rows).toEqual([
      { occurrences: 2, differing_fields: ['quantity'] },
      { occurrences: 1, differing_fields: ['quantity'] },
    ]);
  });

  test('is a conflict, and the honest retry a replay, whatever way the record is reached', async () => {
    const { account, sku, key, first } = await placed();
    const restarted = openRuntime(shop.url);
    const hinted = { key, apiKey: account.apiKey, headers: { 'idempotency-attempt': '2' } };
    const ways = {
      'through the memory of seen keys': (quantity: number) => place(account, key, { sku, quantity }),
      'after a restart': (quantity: number) => place(account, key, { sku, quantity }, restarted),
      'with the retry marker': (quantity: number) =>
        callProcedure(restarted, 'orders.place', { sku, quantity }, hinted),
    };
    for (const [way, send] of Object.entries(ways)) {
      const other = await send(11);
      expect([way, other.status, other.error?.data.idempotency?.differingFields]).toEqual([way, 422, ['quantity']]);
      const same = await send(10);
      expect([way, same.status, same.replayed, same.text]).toEqual([way, 200, true, first.text]);
    }
    await restarted.close();
  });
});

test('the same key of another account is its own order', async () => {
  const { sku, key, first } = await placed();
  const other = await shop.addAccount();
  const own = await place(other, key, { sku, quantity: 10 });
  expect([own.status, own.replayed]).toEqual([200, false]);
  expect(own.text).not.toBe(first.text);
  expect((await shop.ordersOf(other)).length).toBe(1);
  expect(await shop.stockOf(sku)).toBe(980);
});

test('two API keys of one account share its keys', async () => {
  const { account, sku, key, first } = await placed();
  const second = await shop.addAccount();
  await shop.observer.query('UPDATE api_key SET account_id = $1 WHERE account_id = $2', [
    account.accountId,
    second.accountId,
  ]);
  const replay = await place(second, key, { sku, quantity: 10 });
  expect([replay.replayed, replay.text]).toEqual([true, first.text]);
});

test('keys that differ only in case are two keys', async () => {
  const account = await shop.addAccount();
  const sku = await shop.addProduct();
  const key = `k-${randomUUID().replaceAll(/\d/g, 'a')}`;
  for (const form of [key, key.toUpperCase()]) {
    expect((await place(account, form, { sku, quantity: 1 })).replayed).toBe(false);
  }
  expect((await shop.ordersOf(account)).length).toBe(2);
});

const versionOf = <Schema extends z.ZodType>(schema: Schema) =>
  t.router({
    pay: idempotentProcedure.input(schema).mutation(async ({ input }) => ({ input: JSON.stringify(input) })),
    refund: idempotentProcedure.input(schema).mutation(async () => 'refunded'),
  });

test('a key that was used on another procedure is a conflict', async () => {
  const router = versionOf(z.object({ amount: z.number() }));
  const call = { key: randomUUID(), apiKey: (await shop.addAccount()).apiKey, router };
  expect((await callProcedure(shop.runtime, 'pay', { amount: 1 }, call)).status).toBe(200);
  const other = await callProcedure(shop.runtime, 'refund', { amount: 1 }, call);
  expect([other.status, other.error?.data.idempotency?.differingFields]).toEqual([422, ['(procedure)']]);
});

test('a deploy that adds an optional field with a default makes no honest retry a conflict', async () => {
  const before = versionOf(z.object({ amount: z.number() }));
  const after = versionOf(
    z.object({ amount: z.number(), currency: z.string().default('EUR'), tip: z.number().optional() }),
  );
  const call = { key: randomUUID(), apiKey: (await shop.addAccount()).apiKey };
  const first = await callProcedure(shop.runtime, 'pay', { amount: 5 }, { ...call, router: before });
  const deployed = { ...call, router: after };
  for (const input of [{ amount: 5 }, { amount: 5, currency: 'EUR' }]) {
    const retry = await callProcedure(shop.runtime, 'pay', input, deployed);
    expect([retry.status, retry.replayed, retry.text]).toEqual([200, true, first.text]);
  }
  const other = await callProcedure(shop.runtime, 'pay', { amount: 5, currency: 'USD' }, deployed);
  expect([other.status, other.error?.data.idempotency?.differingFields]).toEqual([422, ['currency']]);
});

test('fields outside of the selected intent may change between retries', async () => {
  const router = t.router({
    pay: idempotentProcedure
      .input(z.object({ amount: z.number(), clientTs: z.number() }), { intent: ({ amount }) => ({ amount }) })
      .mutation(async ({ input }) => input.clientTs),
  });
  const call = { key: randomUUID(), apiKey: (await shop.addAccount()).apiKey, router };
  const first = await callProcedure(shop.runtime, 'pay', { amount: 1, clientTs: 1 }, call);
  const retry = await callProcedure(shop.runtime, 'pay', { amount: 1, clientTs: 2 }, call);
  expect([retry.replayed, retry.text]).toEqual([true, first.text]);
  expect((await callProcedure(shop.runtime, 'pay', { amount: 2, clientTs: 1 }, call)).status).toBe(422);
});
