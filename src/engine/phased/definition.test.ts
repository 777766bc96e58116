import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEngine, type TestEngine } from '../../testing/engine.ts';
import { failureOf } from '../../testing/failure-of.ts';
import { answeringOperation, phasedDefinition, phasedRequest } from '../../testing/phased-record.ts';
import { useShop } from '../../testing/shop.ts';
import { definePhased, type PhasedParts, type Run } from './definition.ts';
import { runPhased } from './run-phased.ts';

const shop = useShop();
let engine: TestEngine;
beforeAll(() => {
  engine = openEngine(shop.url);
});
afterAll(() => engine.close());

const recordOf = async (key: string) =>
  (await shop.observer.query('SELECT * FROM idempotency_record WHERE key = $1', [key])).rows[0];

const sound = (): PhasedParts => phasedDefinition((run) => run.finish(async () => 'done'));
const with_ = (changes: Parameters<typeof answeringOperation>[0]) => ({ operations: [answeringOperation(changes)] });

describe('a definition with which no record could be recovered is refused when it is made', () => {
  test.each<readonly [string, Partial<PhasedParts>, RegExp]>([
    ['no path', { procedure: '' }, /procedure must be a router's path/],
    ['a path of a URL', { procedure: '/orders/pay' }, /found "\/orders\/pay"/],
    ['an empty part of a path', { procedure: 'orders..pay' }, /procedure must be/],
    ['version 0', { version: 0 }, /version must be a whole number from 1 to 32767, found 0/],
    ['a version that no column holds', { version: 40_000 }, /version must be/],
    ['half a version', { version: 1.5 }, /version must be/],
    ['no version', { version: Number.NaN }, /version must be/],
    ['no operation', { operations: [] }, /operations must list/],
    [
      'one operation twice',
      { operations: [answeringOperation(), answeringOperation()] },
      /lists test.call of test twice/,
    ],
    ['no time-out', with_({ timeoutMs: Number.POSITIVE_INFINITY }), /timeoutMs of test.call of test must be above 0/],
    ['a time-out that is over at once', with_({ timeoutMs: 0 }), /timeoutMs of/],
    ['a time-out that is no number', with_({ timeoutMs: Number.NaN }), /timeoutMs of/],
    ['a time-out beyond any lease', with_({ timeoutMs: 3_600_000 }), /at most 1800000/],
    [
      'a key window that is closed before the first call',
      with_({ keyWindowMs: 3_600_000 }),
      /keyWindowMs of test.call of test/,
    ],
    ['a key window that is no number', with_({ keyWindowMs: Number.NaN }), /keyWindowMs of/],
  ])('%s', (_what, changes, sentence) => {
    expect(() => definePhased({ ...sound(), ...changes })).toThrow(sentence);
  });

  test('all faults are told at once', () => {
    const made = () => definePhased({ ...sound(), version: 0, operations: [] });
    expect(made).toThrow(/test.phased cannot be defined so\. version must .* operations must/);
  });
});

describe('a call of an operation that the definition does not list', () => {
  const listed = answeringOperation();
  const performed: string[] = [];
  const unlisted = answeringOperation({
    operation: 'other.call',
    perform: async ({ downstreamKey }) => {
      performed.push(downstreamKey);
      return { answer: 'unclear', why: 'cut off', replayedServerError: false };
    },
  });
  const start = (key: string, before: (run: Run) => Promise<unknown>) =>
    runPhased(engine, phasedRequest(key), {
      definition: phasedDefinition(
        async (run) => {
          await before(run);
          await run.external('charge', { operation: unlisted, request: {} });
          return await run.finish(async () => 'done');
        },
        [listed],
      ),
      input: {},
    });
  const SENTENCE = /Step "charge" calls other.call of test, which the operations of test.phased do not list/;

  test('fails with a sentence that names both before anything is intended, and frees the key', async () => {
    const key = randomUUID();
    expect(String(await failureOf(() => start(key, async () => {})))).toMatch(SENTENCE);
    expect(await recordOf(key)).toBeUndefined();
    expect(performed).toEqual([]);
  });

  test('leaves a record that has committed a step in progress, and nothing was called', async () => {
    const key = randomUUID();
    expect(String(await failureOf(() => start(key, (run) => run.local('reserve', async () => 1))))).toMatch(SENTENCE);
    expect(await recordOf(key)).toMatchObject({ state: 'IN_PROGRESS', external_began: false, parked_reason: null });
    expect(performed).toEqual([]);
  });
});
