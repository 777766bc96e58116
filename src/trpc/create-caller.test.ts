import { randomUUID } from 'node:crypto';
import { TRPCError } from '@trpc/server';
import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { refuse } from '../idempotency/refusal.ts';
import { callProcedure } from '../testing/call-procedure.ts';
import { failureOf } from '../testing/failure-of.ts';
import { usePayments } from '../testing/payments.ts';
import type { TestAccount } from '../testing/shop.ts';
import { appRouter } from './app-router.ts';
import { errorData } from './error-data.ts';
import { idempotentProcedure } from './idempotent.ts';
import { t } from './init.ts';

const shop = usePayments();

const ANSWERS: Readonly<Record<string, unknown>> = {
  object: { at: new Date(5), price: new Decimal('1.10') },
  array: [1n, undefined],
  text: 'text',
  number: -0,
  bigint: 12n,
  null: null,
  undefined: undefined,
  date: new Date(0),
  map: new Map([[new Date(1), new Set(['a'])]]),
  bytes: new Uint8Array([1, 2]),
};

const input = z.object({ what: z.string() });
const router = t.router({
  work: idempotentProcedure.input(input).mutation(async ({ input: { what } }) => ANSWERS[what]),
  refused: idempotentProcedure.input(input).mutation(async () => refuse('sold_out', 409, 'Sold out.', { left: 2 })),
  // An unprotected caller of a protected mutation, which changes what it got.
  around: t.procedure.input(input).query(async ({ ctx }) => {
    const answer = (await router.createCaller(ctx).work({ what: 'object' })) as { changed?: boolean };
    answer.changed = true;
    return answer;
  }),
});

const contextOf = async ({ apiKey }: TestAccount, key: string) => ({
  runtime: shop.runtime,
  actor: await shop.runtime.authenticate(new Headers({ authorization: `Bearer ${apiKey}` })),
  requestId: randomUUID(),
  headers: new Headers({ 'idempotency-key': key }),
  resHeaders: new Headers(),
  callsInRequest: 1,
  isStreamed: false,
  dueAt: performance.now() + 19_000,
});

describe('a caller without HTTP gets the answer itself', () => {
  test.each(Object.keys(ANSWERS))('%s: first, replayed, and the same bytes over HTTP', async (what) => {
    const account = await shop.addAccount();
    const key = randomUUID();
    const caller = router.createCaller(await contextOf(account, key));
    expect(await caller.work({ what })).toStrictEqual(ANSWERS[what]);
    expect(await caller.work({ what })).toStrictEqual(ANSWERS[what]);
    const call = { key, apiKey: account.apiKey, router };
    const replay = await callProcedure(shop.runtime, 'work', { what }, call);
    expect([replay.status, replay.replayed]).toEqual([200, true]);
    expect(replay.text).toBe(`{"result":{"data":${(await shop.recordOf(account, key))?.answer}}}`);
  });

  test('of the shop, transactional and phased', async () => {
    const account = await shop.addAccount();
    const sku = await shop.addProduct();
    const key = randomUUID();
    const placed = await appRouter.createCaller(await contextOf(account, key)).orders.place({ sku, quantity: 1 });
    expect(placed.orderId).toBe((await shop.recordOf(account, key))?.resource_id);
    const { orderId } = placed;
    const payer = appRouter.createCaller(await contextOf(account, randomUUID()));
    const paid = await payer.orders.pay({ orderId, card: 'tok_visa' });
    expect(paid).toMatchObject({ orderId, status: 'succeeded' });
    expect(await payer.orders.pay({ orderId, card: 'tok_visa' })).toStrictEqual(paid);
  });

  test('from inside a request, and what it changes of it goes out changed', async () => {
    const { apiKey } = await shop.addAccount();
    const call = { key: randomUUID(), apiKey, router, method: 'GET' } as const;
    const { data } = await callProcedure(shop.runtime, 'around', { what: '' }, call);
    expect(data).toStrictEqual({ ...(ANSWERS.object as object), changed: true });
  });
});

test('a caller without HTTP reads of an error what a client would', async () => {
  const account = await shop.addAccount();
  const caller = router.createCaller(await contextOf(account, randomUUID()));
  for (const _ of ['first', 'replayed']) {
    const error = await failureOf(() => caller.refused({ what: '' }));
    expect(error).toBeInstanceOf(TRPCError);
    expect(error).toMatchObject({ code: 'CONFLICT', message: 'Sold out.' });
    expect(errorData(error)).toEqual({ refusal: { code: 'sold_out', details: { left: 2 } } });
  }
  const keyless = router.createCaller(await contextOf(account, ' '));
  expect(errorData(await failureOf(() => keyless.work({ what: 'text' }))).idempotency?.reason).toMatch(/^key_/);
  expect(errorData(new Error('else'))).toEqual({});
});
