import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { callProcedure } from '../testing/call-procedure.ts';
import { useShop } from '../testing/shop.ts';
import { appRouter } from './app-router.ts';
import { idempotentProcedure } from './idempotent.ts';
import { t } from './init.ts';
import { accountProcedure } from './procedures.ts';
import { protectedRouter, unprotectedMutations } from './protection.ts';

const shop = useShop();
const input = z.object({});
const bug = async (): Promise<string> => {
  throw new Error('A bug.');
};

test('every mutation of the app is protected, or says in code why not', () => {
  expect(unprotectedMutations(appRouter)).toEqual([]);
});

test('a router with a mutation that is neither does not load, and is told which', () => {
  const router = t.router({
    fine: idempotentProcedure.input(input).mutation(async () => 'fine'),
    told: accountProcedure.meta({ unprotected: 'Sets one flag to a value: twice is once.' }).mutation(() => 'told'),
    nested: t.router({ bare: accountProcedure.mutation(() => 'bare') }),
    mumbled: accountProcedure.meta({ unprotected: 'because' }).mutation(() => 'mumbled'),
    asked: accountProcedure.query(() => 'asked'),
  });
  expect(unprotectedMutations(router)).toEqual(['mumbled', 'nested.bare']);
  expect(() => protectedRouter(router)).toThrow(/Not protected: mumbled, nested\.bare\./);
});

test('only a protected mutation says after a bug that nothing is done twice', async () => {
  const router = t.router({
    guarded: idempotentProcedure.input(input).mutation(bug),
    bare: accountProcedure.input(input).mutation(bug),
    asked: accountProcedure.input(input).query(bug),
  });
  const call = { key: randomUUID(), apiKey: (await shop.addAccount()).apiKey, router };
  const said = async (path: string, method: 'POST' | 'GET' = 'POST') =>
    (await callProcedure(shop.runtime, path, {}, { ...call, method })).error?.message;
  expect(await said('guarded')).toMatch(/nothing is done twice/);
  expect(await said('bare')).toMatch(/may stand: look before you send it again/);
  expect(await said('asked', 'GET')).toMatch(/Nothing was changed/);
});

test('the test helper gives what a 500 was made of', async () => {
  const router = t.router({ guarded: idempotentProcedure.input(input).mutation(bug) });
  const call = { key: randomUUID(), apiKey: (await shop.addAccount()).apiKey, router };
  const answer = await callProcedure(shop.runtime, 'guarded', {}, call);
  expect(answer.text).not.toContain('A bug.');
  expect(answer.cause).toMatchObject({ message: 'A bug.', stack: expect.stringContaining('protection.test.ts') });
});
