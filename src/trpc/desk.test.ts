import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callProcedure } from '../testing/call-procedure.ts';
import { callAs, operator } from '../testing/desk.ts';
import { addCompleted, addInProgress } from '../testing/records.ts';
import { type TestAccount, useShop } from '../testing/shop.ts';
import { readDesk } from './read-desk.ts';

const shop = useShop();
const desk = () => callAs(shop, operator()).desk;

const place = (account: TestAccount, key: string, input: object) =>
  callProcedure(shop.runtime, 'orders.place', input, { key, apiKey: account.apiKey });

test('a placement with replays and a conflict is one record that tells all of it', async () => {
  const account = await shop.addAccount();
  const sku = await shop.addProduct();
  const key = randomUUID();
  for (let i = 0; i < 3; i += 1) await place(account, key, { sku, quantity: 2 });
  await place(account, key, { sku, quantity: 3 });
  await shop.runtime.engine.replays.flush();

  const { rows, asOf } = await desk().records.list({ account: account.accountId });
  expect(rows).toMatchObject([
    { key, procedure: 'orders.place', state: 'COMPLETED', outcome: 'success', replayCount: 2, conflictCount: 1 },
  ]);
  expect(asOf.getTime()).toBeGreaterThanOrEqual(rows[0]?.createdAt.getTime() ?? Number.NaN);

  const id = rows[0]?.id ?? '';
  const page = await desk().records.get({ id });
  expect(page.conflicts).toMatchObject([{ differingFields: ['quantity'], occurrences: 1 }]);
  expect(page.timeline.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['claimed', 'completed', 'replayed', 'conflict', 'answer_expires', 'key_expires']),
  );
  const answer = await desk().records.answer({ id });
  expect(answer).toMatchObject({ status: 200, kept: 'full', resourceId: rows[0]?.resourceId });
  expect(answer?.text).toContain(rows[0]?.resourceId);
});

test('no row of a list carries the answer', async () => {
  const procedure = randomUUID();
  await addCompleted(shop, { procedure, answer: '{"json":"the-very-answer"}' });
  const listed = await desk().records.list({ procedure });
  expect(listed.rows).toHaveLength(1);
  expect(JSON.stringify(listed)).not.toContain('the-very-answer');
});

test('an answer is masked before it leaves the server', async () => {
  const id = await addCompleted(shop, { answer: '{"json":{"clientSecret":"cs_1","buyer":"b@acme.example"}}' });
  const answer = await desk().records.answer({ id });
  expect(answer?.text).not.toMatch(/cs_1|b@acme/);
  expect(answer?.maskedCount).toBe(2);
});

test('a record in progress has a lease and no answer; one whose lease is over says since when', async () => {
  const running = await addInProgress(shop);
  const stuck = await addInProgress(shop, { leaseExpiresAt: `clock_timestamp() - interval '1 hour'` });
  expect(await desk().records.answer({ id: running })).toBeNull();
  expect((await desk().records.get({ id: running })).record.leaseLeftMs).toBeGreaterThan(0);
  const page = await desk().records.get({ id: stuck });
  expect(page.record.leaseLeftMs).toBeLessThan(-3_500_000);
  expect(page.timeline.map(({ kind }) => kind)).toContain('lease_lapsed');
});

describe('filters', () => {
  test('each one keeps the record that meets it and leaves out the one that does not', async () => {
    const { accountId: scope } = await shop.addAccount();
    const key = `pay_${randomUUID()}`;
    const resourceId = `ord_${randomUUID()}`;
    const createdAt = `timestamptz '2026-03-01 00:00:00Z'`;
    const id = await addCompleted(shop, { scope, key, resourceId, createdAt, procedure: 'a.b', outcome: 'refusal' });
    const other = await addInProgress(shop, { scope, createdAt: `timestamptz '2026-03-02 00:00:00Z'` });
    const all = { account: scope };
    for (const filter of [
      { id },
      { key },
      { keyPrefix: key.slice(0, 9) },
      { resourceId },
      { procedure: 'a.b' },
      { outcome: 'refusal' as const },
      { answerKept: 'full' as const },
      { state: 'COMPLETED' as const },
      { createdTo: '2026-03-02T00:00:00Z' },
    ]) {
      expect((await desk().records.list({ ...all, ...filter })).rows.map((row) => row.id)).toEqual([id]);
    }
    const since = await desk().records.list({ ...all, createdFrom: '2026-03-02T00:00:00Z' });
    expect(since.rows.map((row) => row.id)).toEqual([other]);
  });

  test('a prefix is text and no pattern', async () => {
    const scope = (await shop.addAccount()).accountId;
    await addCompleted(shop, { scope, key: 'abc' });
    expect((await desk().records.list({ account: scope, keyPrefix: 'a%' })).rows).toEqual([]);
  });

  test('an account is found by its name', async () => {
    const { accountId } = await shop.addAccount();
    await shop.observer.query('UPDATE account SET name = $2 WHERE id = $1', [accountId, 'Acme & Sons']);
    const id = await addCompleted(shop, { scope: accountId });
    const { rows } = await desk().records.list({ account: 'Acme & Sons' });
    expect(rows).toMatchObject([{ id, accountName: 'Acme & Sons' }]);
  });
});

describe('search', () => {
  const searched = (text: string) => desk().search({ text });

  test('opens a pasted record id, resource id and key, bare or quoted', async () => {
    const key = `key-${randomUUID()}`;
    const resourceId = `ord_${randomUUID()}`;
    const id = await addCompleted(shop, { key, resourceId });
    for (const text of [id, ` ${id} `, key, `"${key}"`, resourceId]) {
      expect(await searched(text)).toEqual({ kind: 'record', id });
    }
  });

  test('leads to a list where several accounts used the key', async () => {
    const key = randomUUID();
    await addCompleted(shop, { key, scope: 'acc_1' });
    await addCompleted(shop, { key, scope: 'acc_2' });
    expect(await searched(key)).toEqual({ kind: 'list', filter: 'key', value: key });
    expect((await desk().records.list({ key })).rows).toHaveLength(2);
  });

  test('takes a key of digits before the record of that number', async () => {
    const older = await addCompleted(shop);
    const id = await addCompleted(shop, { key: older });
    expect(await searched(older)).toEqual({ kind: 'record', id });
  });

  test.each(['', '   ', 'nothing-like-it', 'a\0b', '9223372036854775808', `' OR 1=1 --`, '<script>'])(
    '%j finds nothing',
    async (text) => {
      expect(await searched(text)).toEqual({ kind: 'nothing' });
    },
  );
});

test('a record that is not there is told so', async () => {
  await expect(desk().records.get({ id: '999999999' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a question that takes too long is stopped, says what to do, and leaves its connection fit for others', async () => {
  const slow = readDesk({ runtime: shop.runtime }, ({ client }) => client.query('SELECT pg_sleep(60)'));
  await expect(slow).rejects.toMatchObject({
    code: 'GATEWAY_TIMEOUT',
    message: expect.stringMatching(/Narrow the filter/),
  });
  expect((await desk().records.list()).rows.length).toBeGreaterThan(0);
});

test('a question can write nothing', async () => {
  const write = readDesk({ runtime: shop.runtime }, ({ client }) => client.query('DELETE FROM idempotency_record'));
  await expect(write).rejects.toThrow(/read-only/);
});
