import { randomUUID } from 'node:crypto';
import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Prisma } from '../postgres/generated/client.ts';
import { callProcedure, clientOf } from '../testing/call-procedure.ts';
import { useShop } from '../testing/shop.ts';
import { idempotentProcedure } from './idempotent.ts';
import { t } from './init.ts';

const shop = useShop();

const objectKey = { half: 1 };

/** Answers that JSON alone would change, and what a client makes of them where that is not the same. */
const ANSWERS: Readonly<Record<string, { readonly given: unknown; readonly got?: unknown }>> = {
  date: { given: new Date('2026-01-02T03:04:05.678Z') },
  'large bigint': { given: 10n ** 20n },
  decimal: { given: new Decimal('1.10') },
  'decimal of Prisma': { given: new Prisma.Decimal('1.10'), got: new Decimal('1.10') },
  'map with keys that are objects': { given: new Map([[objectKey, new Set([1, 'one', 1n])]]) },
  set: { given: new Set([new Date(0), 'a']) },
  bytes: { given: new Uint8Array([0, 1, 255]) },
  url: { given: new URL('https://shop.test/a?b=c#d') },
  'undefined members': { given: { a: undefined, b: { c: undefined, d: [undefined, 1] } } },
  undefined: { given: undefined },
  null: { given: null },
  'negative zero': { given: { zero: -0, list: [-0, 0] } },
  'numbers at the edge': { given: [1e21, 5e-324, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER] },
  'members that look like numbers': { given: { b: 1, 10: 2, 9: 3, a: 4 } },
  'lone surrogate': { given: { text: 'a\ud800b', '\udc00': 1 } },
  'NUL character': { given: { text: 'a\u0000b', '\u0000': ['\u0000'] } },
  'shared reference': { given: [objectKey, objectKey] },
};

const router = t.router({
  work: idempotentProcedure
    .input(z.object({ what: z.string() }))
    .mutation(async ({ input }) => ({ answer: ANSWERS[input.what]?.given })),
  unserializable: idempotentProcedure.input(z.object({ sku: z.string() })).mutation(async ({ ctx, input }) => {
    await ctx.tx.product.update({ where: { sku: input.sku }, data: { stock: 0 } });
    return {
      get secret(): string {
        throw new Error('This member cannot be read.');
      },
    };
  }),
});

describe('a replay', () => {
  test.each(Object.keys(ANSWERS))('equals the first answer on the wire and at the client: %s', async (what) => {
    const call = { key: randomUUID(), apiKey: (await shop.addAccount()).apiKey, router };
    const first = await callProcedure(shop.runtime, 'work', { what }, call);
    const replay = await callProcedure(shop.runtime, 'work', { what }, call);
    expect([first.status, first.replayed, replay.status, replay.replayed]).toEqual([200, false, 200, true]);
    expect(replay.text).toBe(first.text);

    const client = clientOf(shop.runtime, router, call);
    const { answer } = await client.work.mutate({ what });
    const expected = ANSWERS[what];
    expect(answer).toStrictEqual(expected && 'got' in expected ? expected.got : expected?.given);
    expect(Object.getPrototypeOf(Object(answer))).toBe(
      Object.getPrototypeOf(Object(expected && 'got' in expected ? expected.got : expected?.given)),
    );
  });

  test('is found when the members of the input come in another order', async () => {
    const account = await shop.addAccount();
    const sku = await shop.addProduct();
    const call = { key: randomUUID(), apiKey: account.apiKey };
    const first = await callProcedure(
      shop.runtime,
      'orders.place',
      `{"json":{"sku":"${sku}","quantity":2,"note":"a"}}`,
      call,
    );
    const other = await callProcedure(
      shop.runtime,
      'orders.place',
      `{"json":{"note":" a ", "quantity":2,"sku":"${sku}"}}`,
      call,
    );
    expect(first.status).toBe(200);
    expect([other.status, other.replayed, other.text]).toEqual([200, true, first.text]);
  });

  test('is found under the same key as a quoted string', async () => {
    const { apiKey } = await shop.addAccount();
    const key = randomUUID();
    const sku = await shop.addProduct();
    const first = await callProcedure(shop.runtime, 'orders.place', { sku, quantity: 1 }, { key, apiKey });
    const quoted = await callProcedure(shop.runtime, 'orders.place', { sku, quantity: 1 }, { key: `"${key}"`, apiKey });
    expect([quoted.replayed, quoted.text]).toEqual([true, first.text]);
  });

  test('tells of no request id in its body, and never sets a cookie', async () => {
    const call = { key: randomUUID(), apiKey: (await shop.addAccount()).apiKey };
    const sku = await shop.addProduct();
    await callProcedure(shop.runtime, 'orders.place', { sku, quantity: 1 }, call);
    const replay = await callProcedure(shop.runtime, 'orders.place', { sku, quantity: 1 }, call);
    const requestId = replay.headers.get('x-request-id') ?? '';
    expect(requestId).not.toBe('');
    expect(replay.text).not.toContain(requestId);
    expect(replay.headers.has('set-cookie')).toBe(false);
  });
});

test('an answer that cannot be serialized takes effect not at all, and the key stays free', async () => {
  const account = await shop.addAccount();
  const sku = await shop.addProduct(5);
  const key = randomUUID();
  const call = { key, apiKey: account.apiKey, router };
  const refused = await callProcedure(shop.runtime, 'unserializable', { sku }, call);
  expect(refused.status).toBe(500);
  expect(refused.text).not.toContain('cannot be read');
  // Neither a stack nor a path of ours.
  expect(refused.text).not.toMatch(/stack|\bat \S+:\d+|\.ts\b/);
  expect(await shop.stockOf(sku)).toBe(5);
  expect(await shop.recordOf(account, key)).toBeUndefined();
});

test('text that the database cannot hold is refused before anything runs', async () => {
  const account = await shop.addAccount();
  const sku = await shop.addProduct(5);
  const inputs = ['a\\u0000b', '\\ud800'].flatMap((text) => [
    `{"sku":"${sku}","quantity":1,"note":"${text}"}`,
    `{"sku":"${text}","quantity":1}`,
  ]);
  for (const input of inputs) {
    const key = randomUUID();
    const call = { key, apiKey: account.apiKey };
    const refused = await callProcedure(shop.runtime, 'orders.place', `{"json":${input}}`, call);
    expect([input, refused.status]).toEqual([input, 400]);
    expect(await shop.recordOf(account, key)).toBeUndefined();
  }
  expect(await shop.stockOf(sku)).toBe(5);
});
