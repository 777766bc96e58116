import { randomUUID } from 'node:crypto';
import { TRPCError } from '@trpc/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Run } from '../engine/phased/definition.ts';
import { runPhased } from '../engine/phased/run-phased.ts';
import { inFlight, keyConflict } from '../idempotency/refusals.ts';
import { callProcedure } from '../testing/call-procedure.ts';
import { keyed, openEngine, run, type TestEngine } from '../testing/engine.ts';
import { failureOf } from '../testing/failure-of.ts';
import { gate } from '../testing/gate.ts';
import { answeringOperation, phasedDefinition, phasedRequest } from '../testing/phased-record.ts';
import { type TestAccount, useShop } from '../testing/shop.ts';
import { KeyRefused } from './error-causes.ts';
import { idempotentProcedure } from './idempotent.ts';
import { t } from './init.ts';

const shop = useShop();
let engine: TestEngine;
let account: TestAccount;
beforeEach(async () => {
  engine = openEngine(shop.url, { pool: { size: 3 } });
  account = await shop.addAccount();
});
afterEach(() => engine.close());

/** The two ways in which a protected run begins. */
const inner = {
  transactional: () => run(engine, keyed({ procedure: 'inner' }), async () => 'ran'),
  phased: () =>
    runPhased(engine, phasedRequest(), {
      definition: phasedDefinition((steps) => steps.finish(async () => 'ran')),
      input: {},
    }),
};
const phased = (work: (steps: Run) => ReturnType<Run['finish']>) =>
  runPhased(engine, phasedRequest(), { definition: phasedDefinition(work), input: {} });
const done = async () => 'done';

describe.each(Object.entries(inner))('a %s run is refused, and nothing is stored of either,', (_kind, begin) => {
  const outer: Readonly<Record<string, () => Promise<unknown>>> = {
    'inside of a transactional run': () => run(engine, keyed(), begin),
    'between the steps of a phased one': () =>
      phased(async (steps) => {
        await begin();
        return await steps.finish(done);
      }),
    'inside of a local step': () =>
      phased(async (steps) => {
        await steps.local('step', begin);
        return await steps.finish(done);
      }),
    'inside of finish': () => phased((steps) => steps.finish(begin)),
  };
  test.each(Object.entries(outer))('%s', async (_where, start) => {
    const error = await failureOf(start);
    expect(String(error)).toMatch(/was called inside of the run of test\.(work|phased)\. It would commit by itself/);
    const { rows } = await shop.observer.query("SELECT key FROM idempotency_record WHERE scope = 'acc_test'");
    expect(rows).toEqual([]);
  });

  test('inside of an operation', async () => {
    let refused: unknown;
    const operation = answeringOperation({
      perform: async () => {
        refused = await failureOf(begin);
        return { answer: 'succeeded', providerId: 'p_1', raw: '{}' };
      },
    });
    const end = await phased(async (steps) => {
      await steps.external('call', { operation, request: {} });
      return await steps.finish(done);
    });
    expect([end.kind, String(refused)]).toEqual(['answered', expect.stringContaining('NestedRun')]);
    await shop.observer.query("DELETE FROM idempotency_record WHERE scope = 'acc_test'");
  });

  test('thirty times at once, while others get through', async () => {
    const nested = Array.from({ length: 30 }, () => failureOf(() => run(engine, keyed(), begin)));
    for (const error of await Promise.all(nested)) expect(String(error)).toMatch(/NestedRun/);
    expect(await run(engine, keyed({ scope: 'acc_other' }), done)).toMatchObject({ kind: 'answered' });
  });

  test('but not when the run that left it behind has ended', async () => {
    const over = gate();
    let later: Promise<unknown> | undefined;
    await run(engine, keyed({ scope: 'acc_other' }), async () => {
      later = over.opened.then(begin);
    });
    over.open();
    expect(await later).toMatchObject({ kind: 'answered', replayed: false });
    await shop.observer.query("DELETE FROM idempotency_record WHERE scope = 'acc_test'");
  });
});

const throwing = (cause: Error) =>
  t.router({
    work: idempotentProcedure.input(z.object({})).mutation(async (): Promise<string> => {
      throw new TRPCError({ code: 'CONFLICT', message: 'Not now.', cause });
    }),
    fine: idempotentProcedure.input(z.object({})).mutation(async () => 'fine'),
  });

test.each<[string, Error, number]>([
  ["another call's in_flight", new KeyRefused(inFlight(500)), 409],
  ["another call's in_flight beneath another error", new Error('else', { cause: new KeyRefused(inFlight(500)) }), 409],
  ["another call's key_conflict, which is no advice about this key", new KeyRefused(keyConflict('1', ['a'])), 500],
  ['a database that could not be asked', Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }), 503],
])('a passing condition is never stored: %s', async (_what, cause, status) => {
  const key = randomUUID();
  const call = { key, apiKey: account.apiKey, router: throwing(cause) };
  const first = await callProcedure(shop.runtime, 'work', {}, call);
  expect([first.status, first.error?.data.refusal]).toEqual([status, undefined]);
  expect(await shop.recordOf(account, key)).toBeUndefined();
  expect((await callProcedure(shop.runtime, 'fine', {}, call)).data).toBe('fine');
});

test('a protected mutation called by createCaller inside of another one is refused, under the same key too', async () => {
  const leaf = t.router({ leaf: idempotentProcedure.input(z.object({})).mutation(async () => 'leaf') });
  const router = t.router({
    // The context is no part of what a resolver gets: here it comes by a side door.
    outer: t.procedure
      .use(async ({ ctx, next }) => {
        caller = leaf.createCaller(ctx);
        return await next();
      })
      .query(() => 'set'),
    work: idempotentProcedure.input(z.object({})).mutation(async () => await caller?.leaf({})),
  });
  let caller: ReturnType<typeof leaf.createCaller> | undefined;
  const key = randomUUID();
  for (const innerKey of [key, randomUUID()]) {
    const call = { apiKey: account.apiKey, router };
    await callProcedure(shop.runtime, 'outer', undefined, { ...call, key: innerKey, method: 'GET' });
    const refused = await callProcedure(shop.runtime, 'work', {}, { ...call, key });
    expect([refused.status, String(refused.cause)]).toEqual([
      500,
      expect.stringMatching(/NestedRun: leaf was called inside of the run of work/),
    ]);
    expect(await shop.recordOf(account, key)).toBeUndefined();
    expect(await shop.recordOf(account, innerKey)).toBeUndefined();
  }
});
