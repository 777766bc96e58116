import { randomUUID } from 'node:crypto';
import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refuse } from '../../idempotency/refusal.ts';
import { openEngine, type TestEngine } from '../../testing/engine.ts';
import { failureOf } from '../../testing/failure-of.ts';
import { answeringOperation, phasedDefinition, phasedRequest } from '../../testing/phased-record.ts';
import { useShop } from '../../testing/shop.ts';
import { runPhased } from './run-phased.ts';

const shop = useShop();
let engine: TestEngine;
beforeAll(() => {
  engine = openEngine(shop.url);
});
afterAll(() => engine.close());

const VALUE = { price: new Decimal('1.10'), at: new Date(5), all: new Map([[1n, undefined]]) };

test('inputs, requests and results of steps have one type at every attempt', async () => {
  const key = randomUUID();
  const seen: unknown[] = [];
  let attempts = 0;
  const operation = answeringOperation({
    perform: async ({ request }) => {
      seen.push(request);
      return attempts === 1
        ? { answer: 'unclear', why: 'no answer', replayedServerError: false }
        : { answer: 'succeeded', providerId: 'p_1', raw: '{}' };
    },
    lookup: async ({ request }) => {
      seen.push(request);
      return { found: 'pending', providerId: 'p_1', raw: '{}' };
    },
  });
  const definition = {
    ...phasedDefinition(
      async (steps) => {
        attempts += 1;
        // What a resume could not tell from a plain object is one at the first attempt too.
        seen.push(await steps.local('take', async () => Object.assign(Object.create(null), VALUE)));
        await steps.external('call', { operation, request: Object.assign(Object.create(null), VALUE) });
        return await steps.finish(async () => 'done');
      },
      [operation as never],
    ),
  };
  const run = definition.run;
  const noting = {
    ...definition,
    run: ((steps, who, input) => {
      seen.push(input);
      return run(steps, who, input);
    }) as typeof run,
  };
  for (const _ of ['first', 'resumed']) {
    await runPhased(engine, phasedRequest(key), { definition: noting, input: VALUE });
    await shop.observer.query(
      'UPDATE idempotency_record SET lease_expires_at = clock_timestamp(), next_try_at = clock_timestamp() WHERE key = $1',
      [key],
    );
  }
  expect(attempts).toBe(2);
  expect(seen.length).toBeGreaterThanOrEqual(6);
  for (const value of seen) expect(value).toStrictEqual(VALUE);
});

describe('what cannot be kept is refused at once, by the name of the member, and frees the key', () => {
  class Money {}
  const file = new File([], 'a');
  test.each<[string, unknown, RegExp]>([
    [
      'a result',
      { local: { v: new Money() } },
      /The result of step "take" of test\.phased cannot be kept: result\.v is an instance of Money/,
    ],
    [
      'a refusal as a result',
      { local: refuse('sold_out', 409, 'No.') },
      /Step "take" gave the refusal sold_out.*run\.refuse/,
    ],
    [
      'a request',
      { request: { file } },
      /The request of call "call" of test\.phased cannot be kept: request\.file is an instance of File/,
    ],
    ['an input', { input: { file } }, /The input of test\.phased cannot be kept: input\.file is an instance of File/],
  ])('%s', async (_what, given, sentence) => {
    const { local, request, input } = given as { local?: unknown; request?: unknown; input?: unknown };
    const key = randomUUID();
    const calls: unknown[] = [];
    const operation = answeringOperation({
      perform: async (call) => {
        calls.push(call);
        return { answer: 'succeeded', providerId: 'p_1', raw: '{}' };
      },
    });
    const definition = phasedDefinition(async (steps) => {
      if (local !== undefined) await steps.local('take', async () => local);
      if (request !== undefined) await steps.external('call', { operation, request });
      return await steps.finish(async () => 'done');
    });
    const error = await failureOf(() => runPhased(engine, phasedRequest(key), { definition, input: input ?? {} }));
    expect(String(error)).toMatch(sentence);
    expect(calls).toEqual([]);
    const { rows } = await shop.observer.query('SELECT id FROM idempotency_record WHERE key = $1', [key]);
    expect(rows).toEqual([]);
  });

  test('a thrown refusal, which would leave undone what earlier steps did', async () => {
    const thrown = async () => {
      throw refuse('sold_out', 409, 'No.');
    };
    for (const work of [
      thrown,
      (steps: { local: (name: string, work: () => Promise<never>) => Promise<never> }) => steps.local('take', thrown),
    ]) {
      const start = () => runPhased(engine, phasedRequest(), { definition: phasedDefinition(work), input: {} });
      expect(String(await failureOf(start))).toMatch(/the refusal sold_out.*run\.refuse/);
    }
  });
});
