import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fingerprintRequest } from '../idempotency/fingerprint.ts';
import { stripDefaults } from '../idempotency/strip-defaults.ts';
import { type CallOptions, callProcedure } from '../testing/call-procedure.ts';
import { keyed, run } from '../testing/engine.ts';
import { useShop } from '../testing/shop.ts';
import { idempotentProcedure } from './idempotent.ts';
import { t } from './init.ts';

const shop = useShop();

const caller = async (router: CallOptions['router'] & {}) => {
  const call = { key: randomUUID(), apiKey: (await shop.addAccount()).apiKey, router };
  return (input: unknown, path = 'work') => callProcedure(shop.runtime, path, input, call);
};

/** Fails once, as two transactions that met do. */
const serializationFailure = () => Object.assign(new Error('could not serialize access'), { code: '40001' });

const itemsSchema = z.object({
  items: z.array(z.string()),
  note: z.string().optional(),
  quantity: z.number(),
  at: z.date().optional(),
  by: z.map(z.string(), z.object({ count: z.number() })).optional(),
  any: z.any(),
});

describe('work that changes its input', () => {
  const router = t.router({
    work: idempotentProcedure.input(itemsSchema).mutation(async ({ input }) => {
      input.items.sort();
      delete input.note;
      input.quantity *= 2;
      input.at?.setFullYear(1999);
      input.by?.clear();
      if (input.any) input.any.deep.push(1);
      return 'done';
    }),
  });
  const sent = {
    items: ['b', 'a'],
    note: 'x',
    quantity: 2,
    at: new Date(0),
    by: new Map([['k', { count: 1 }]]),
    any: { deep: [0] },
  };

  test('changes nothing in what the request was: the honest retry is a replay, and what it made of it a conflict', async () => {
    const send = await caller(router);
    const first = await send(sent);
    const retry = await send(sent);
    expect([first.status, retry.status, retry.replayed, retry.text]).toEqual([200, 200, true, first.text]);
    const changed = await send({ ...sent, items: ['a', 'b'], note: undefined, quantity: 4 });
    expect([changed.status, changed.error?.data.idempotency?.differingFields]).toEqual([
      422,
      ['items', 'note', 'quantity'],
    ]);
  });
});

test('every try of the work gets the same input, whatever the try before it did to its own', async () => {
  const seen: unknown[] = [];
  const router = t.router({
    work: idempotentProcedure.input(itemsSchema).mutation(async ({ input }) => {
      seen.push(structuredClone(input));
      input.quantity *= 2;
      input.items.push('more');
      input.at?.setTime(5);
      input.by?.get('k')?.count;
      const inner = input.by?.get('k');
      if (inner) inner.count = 7;
      input.any.deep.length = 0;
      if (seen.length < 3) throw serializationFailure();
      return input.quantity;
    }),
  });
  const send = await caller(router);
  const sent = {
    items: ['a'],
    quantity: 2,
    at: new Date(0),
    by: new Map([['k', { count: 1 }]]),
    any: { deep: [{ a: 1 }] },
  };
  const first = await send(sent);
  expect([first.status, first.data]).toEqual([200, 4]);
  expect(seen).toEqual([sent, sent, sent]);
});

describe('what the server made is no difference', () => {
  let count = 0;
  const schema = z.object({
    sku: z.string().trim(),
    at: z.date().default(() => new Date()),
    id: z.string().default(() => randomUUID()),
    seq: z.number().default(() => ++count),
    meta: z.object({ trace: z.string().default(() => randomUUID()), lang: z.string().default('en') }).prefault({}),
    lines: z.array(z.object({ id: z.string().default(() => randomUUID()), n: z.coerce.number() })).default([]),
  });
  const router = t.router({ work: idempotentProcedure.input(schema).mutation(async ({ input }) => input.id) });

  test('members with dynamic defaults that were not sent make no honest retry a conflict', async () => {
    const send = await caller(router);
    const first = await send({ sku: 'tea', lines: [{ n: 1 }] });
    expect(first.status).toBe(200);
    for (const same of [
      { sku: 'tea', lines: [{ n: 1 }] },
      { sku: ' tea ', lines: [{ n: '1' }], clientTs: 5 },
      { lines: [{ n: 1, more: true }], sku: 'tea', meta: {} },
      { sku: 'tea', lines: [{ n: 1 }], meta: { lang: 'en' } },
      { sku: 'tea', lines: [{ n: 1, id: undefined }], at: undefined },
    ]) {
      const retry = await send(same);
      expect([same, retry.status, retry.replayed, retry.text]).toEqual([same, 200, true, first.text]);
    }
    for (const other of [
      { sku: 'tea', lines: [{ n: 2 }] },
      { sku: 'tea', lines: [{ n: 1, id: 'x' }] },
      { sku: 'tea', lines: [{ n: 1 }], meta: { lang: 'de' } },
      { sku: 'tea', lines: [{ n: 1 }], at: new Date() },
    ]) {
      expect([other, (await send(other)).status]).toEqual([other, 422]);
    }
  });

  test('a value that is sent where the server would have made one counts', async () => {
    const send = await caller(router);
    const sent = { sku: 'tea', at: new Date(5), id: 'mine' };
    const first = await send(sent);
    const retry = await send(sent);
    expect([retry.status, retry.replayed, retry.text]).toEqual([200, true, first.text]);
    expect((await send({ ...sent, at: new Date(6) })).error?.data.idempotency?.differingFields).toEqual(['at']);
  });
});

test('the very same request is a replay, whatever a transform makes of it on each call', async () => {
  const schema = z.object({ sku: z.string() }).transform((input) => ({ ...input, at: new Date(), id: randomUUID() }));
  const send = await caller(t.router({ work: idempotentProcedure.input(schema).mutation(async () => 'done') }));
  const first = await send({ sku: 'tea' });
  const retry = await send({ sku: 'tea' });
  expect([retry.status, retry.replayed, retry.text]).toEqual([200, true, first.text]);
  expect((await send({ sku: 'coffee' })).status).toBe(422);
});

test('a record of version 1 is compared by what version 1 counts', async () => {
  const schema = z.object({ sku: z.string(), quantity: z.number().default(1), items: z.array(z.string()).default([]) });
  const router = t.router({
    work: idempotentProcedure.input(schema).mutation(async () => {
      throw new Error('The work of a recorded request ran.');
    }),
  });
  const { apiKey, accountId: scope } = await shop.addAccount();
  const key = randomUUID();
  const sent = { sku: 'tea', items: ['b', 'a'], extra: 1 };
  const input = stripDefaults(schema, schema.parse(sent));
  const old = fingerprintRequest({ secret: shop.runtime.secret, scope, procedure: 'work', input }, 1);
  const request = { ...keyed({ scope, key, procedure: 'work' }), fingerprintAt: () => old };
  await run(shop.runtime.engine, request, async () => 'done');
  const call = { key, apiKey, router };
  const retry = await callProcedure(shop.runtime, 'work', { ...sent, quantity: 1 }, call);
  expect([retry.status, retry.replayed]).toEqual([200, true]);
  const other = await callProcedure(shop.runtime, 'work', { ...sent, items: ['a', 'b'] }, call);
  expect([other.status, other.error?.data.idempotency?.differingFields]).toEqual([422, ['items']]);
});

describe('the intent', () => {
  const withIntent = (intent: (input: { list: string[]; note?: string | undefined }) => unknown) =>
    t.router({
      work: idempotentProcedure
        .input(z.object({ list: z.array(z.string()), note: z.string().optional() }), { intent })
        .mutation(async ({ input }) => input.list.join()),
    });

  test('is selected once, from a copy: neither it nor the work can change what the other has', async () => {
    let calls = 0;
    const router = withIntent((input) => {
      calls += 1;
      input.list.sort();
      return { list: input.list };
    });
    const send = await caller(router);
    const first = await send({ list: ['b', 'a'], note: '1' });
    expect([first.status, first.data, calls]).toEqual([200, 'b,a', 1]);
    const retry = await send({ list: ['a', 'b'], note: '2' });
    expect([retry.status, retry.replayed, retry.text]).toEqual([200, true, first.text]);
    expect((await send({ list: ['c'] })).status).toBe(422);
  });

  test.each([
    ['a promise', async () => ({ list: 1 })],
    ['nothing', () => undefined],
  ])('that is %s is refused, and nothing is run', async (_what, intent) => {
    const { apiKey, ...account } = await shop.addAccount();
    const call = { key: randomUUID(), apiKey, router: withIntent(intent) };
    expect((await callProcedure(shop.runtime, 'work', { list: [] }, call)).status).toBe(500);
    expect(await shop.recordOf({ apiKey, ...account }, call.key)).toBeUndefined();
  });
});

test('an input of which no two tries could have their own is refused by the way to it, and nothing is run', async () => {
  class Basket {
    readonly skus = ['tea'];
  }
  const schema = z.object({ sku: z.string() }).transform(({ sku }) => ({ sku, lines: [new Basket()] }));
  const router = t.router({
    work: idempotentProcedure.input(schema, { intent: ({ sku }) => sku }).mutation(async () => 'done'),
  });
  const send = await caller(router);
  const refused = await send({ sku: 'tea' });
  expect([refused.status, refused.error?.message]).toEqual([
    400,
    expect.stringMatching(/^lines\[0\] is an instance of Basket/),
  ]);
});
