import { randomUUID } from 'node:crypto';
import { TRPCError } from '@trpc/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type RefusalDetails, refuse } from '../idempotency/refusal.ts';
import type { Tx } from '../postgres/guarded-tx.ts';
import { callProcedure } from '../testing/call-procedure.ts';
import { type TestAccount, useShop } from '../testing/shop.ts';
import { idempotentProcedure } from './idempotent.ts';
import { t } from './init.ts';

const shop = useShop();
let account: TestAccount;
let sku: string;
let key: string;
beforeEach(async () => {
  account = await shop.addAccount();
  sku = await shop.addProduct(5);
  key = randomUUID();
});

/** Sends it to a procedure that takes one of the stock and then ends as told. */
const send = (end: () => unknown, resourceId?: (answer: never) => string) => {
  const takeOne = async (tx: Tx) => {
    await tx.product.update({ where: { sku }, data: { stock: { decrement: 1 } } });
    return end();
  };
  const options = resourceId ? { resourceId } : {};
  const procedure = idempotentProcedure.input(z.object({}), options).mutation(({ ctx }) => takeOne(ctx.tx));
  const call = { key, apiKey: account.apiKey, router: t.router({ work: procedure }) };
  return callProcedure(shop.runtime, 'work', {}, call);
};

const expectNothing = async (): Promise<void> => {
  expect(await shop.stockOf(sku)).toBe(5);
  expect(await shop.recordOf(account, key)).toBeUndefined();
};

const details = { file: new File([], 'a') } as unknown as RefusalDetails;

describe('an answer that a replay would read differently takes effect not at all, and the log names the member', () => {
  test.each<[string, () => unknown, string]>([
    ['a File in a list', () => ({ items: [1, { file: new File([], 'a') }] }), 'answer.items[1].file'],
    ['a response', () => new Response('x'), 'answer'],
    ['a stream', () => ({ body: new ReadableStream() }), 'answer.body'],
    ['a generator', async function* () {}, 'answer'],
    ['a promise in a member', () => ({ later: Promise.resolve(1) }), 'answer.later'],
    ['a Buffer', () => ({ pdf: Buffer.from('x') }), 'answer.pdf'],
    ['a refusal in a member', () => ({ error: refuse('sold_out', 409, 'No.') }), 'answer.error'],
    ['a returned TRPCError', () => new TRPCError({ code: 'CONFLICT' }), 'answer'],
    ['an invalid date', () => ({ at: new Date(Number.NaN) }), 'answer.at'],
    ['an instance of a class', () => ({ price: new (class Money {})() }), 'answer.price'],
    ['details of a refusal', () => refuse('sold_out', 409, 'No.', details), 'refusal.data.refusal.details.file'],
  ])('%s', async (_what, end, path) => {
    const refused = await send(end);
    expect(refused.status).toBe(500);
    expect(refused.text).not.toContain(path);
    expect(refused.cause).toMatchObject({ name: 'NotKeptError', path });
    expect(String(refused.cause)).toContain(`of work cannot be kept: ${path} is `);
    await expectNothing();
  });

  test.each<[string, (answer: never) => unknown]>([
    ['a member that is missing', (answer: { orderId?: string }) => answer.orderId],
    ['a promise', async () => 'o-1'],
    ['nothing', () => ''],
    ['a text with NUL', () => 'a\u0000'],
    ['a text without an end', () => 'x'.repeat(256)],
  ])('a resource id that is %s', async (_what, resourceId) => {
    const refused = await send(() => ({}), resourceId as (answer: never) => string);
    expect([refused.status, String(refused.cause)]).toEqual([500, expect.stringMatching(/resourceId of work gave /)]);
    await expectNothing();
  });
});

test('a thrown refusal is the final refusal that it is when it is returned', async () => {
  const end = () => {
    throw refuse('sold_out', 409, 'Sold out.', { left: 2 });
  };
  const first = await send(end);
  expect([first.status, first.error?.data.refusal]).toEqual([409, { code: 'sold_out', details: { left: 2 } }]);
  const replay = await send(end);
  expect([replay.replayed, replay.text]).toEqual([true, first.text]);
  expect(await shop.stockOf(sku)).toBe(5);
});

test('types refuse an answer with a File in it', () => {
  const procedure = idempotentProcedure.input(z.object({}));
  // @ts-expect-error: "cannot be kept as an answer".
  procedure.mutation(async () => ({ items: [{ file: new File([], 'a') }] }));
  procedure.mutation(async () => (Math.random() > 1 ? refuse('sold_out', 409, 'No.') : { at: new Date(), name: '' }));
});
