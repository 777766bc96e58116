import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { definePhased } from '../engine/phased/definition.ts';
import { policyOf } from '../idempotency/policy.ts';
import { callProcedure } from '../testing/call-procedure.ts';
import { phasedDefinition } from '../testing/phased-record.ts';
import { useShop } from '../testing/shop.ts';
import { appRouter } from './app-router.ts';
import { assertProcedures } from './assert-procedures.ts';
import { idempotentProcedure } from './idempotent.ts';
import { t } from './init.ts';
import type { ProtectedOptions } from './keyed-request.ts';

const shop = useShop();
const INSTALLATION = { answerHours: 72, keyHours: 720, memoryHours: 720 };

type Options = ProtectedOptions<object>;
const made = (options: Options) => idempotentProcedure.input(z.object({}), options);
const start = (options: Options) => {
  const { retention, ...keep } = phasedDefinition((run) => run.finish(async () => 'done')).keep;
  return definePhased({
    ...phasedDefinition((run) => run.finish(async () => 'done')),
    keep: { ...keep, ...options, retention: { ...retention, ...options.retention } },
  });
};

const NOT_LENGTHS = [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 87_601, '72', null, true] as const;
const wrong: readonly (readonly [what: string, options: Options, sentence: RegExp])[] = [
  [
    'a key shorter than its answer',
    { retention: { answerHours: 72, keyHours: 24 } },
    /keyHours \(24\) must not be below answerHours \(72\)/,
  ],
  ...(['answerHours', 'keyHours', 'memoryHours'] as const).flatMap((name) =>
    NOT_LENGTHS.map(
      (hours) =>
        [
          `${name}: ${String(hours)} (${typeof hours})`,
          { retention: { [name]: hours } } as never,
          new RegExp(`${name} must be a number`),
        ] as const,
    ),
  ),
  ['an answer kept by halves', { keepAnswer: 'half' as never }, /keepAnswer must be "full" or "reference"/],
  ['no byte of an answer', { maxAnswerBytes: 0 }, /maxAnswerBytes must be a whole number above 0/],
];

describe('windows that no record could have are refused when the procedure is made', () => {
  test.each(wrong)('a protected mutation with %s', (_what, options, sentence) => {
    expect(() => made(options)).toThrow(sentence);
  });

  test.each(wrong)('a phased one with %s', (_what, options, sentence) => {
    expect(() => start(options)).toThrow(sentence);
  });

  test('whatever is accepted keeps the windows of every record in order', () => {
    const hours = fc.option(fc.oneof(fc.integer({ min: -1, max: 90_000 }), fc.double()), { nil: undefined });
    const own = fc.record({ answerHours: hours, keyHours: hours, memoryHours: hours });
    fc.assert(
      fc.property(own, (retention) => {
        let kept: ReturnType<typeof policyOf>['retention'];
        try {
          kept = policyOf('a', { retention: retention as never }, INSTALLATION).retention;
        } catch {
          return;
        }
        expect(kept.answerHours).toBeGreaterThan(0);
        expect(kept.answerHours).toBeLessThanOrEqual(kept.keyHours);
        expect(kept.memoryHours).toBeGreaterThan(0);
      }),
    );
  });
});

describe('windows that only the installation’s make wrong', () => {
  const wrongHere = made({ retention: { keyHours: 24 } });
  const router = t.router({ shop: t.router({ short: wrongHere.mutation(async () => 'done') }) });

  test('are refused when the process starts, by the procedure’s name', () => {
    expect(() => assertProcedures(shop.runtime, router)).toThrow(
      /shop\.short cannot keep its records .*keyHours \(24\)/,
    );
    expect(() => assertProcedures(shop.runtime, appRouter)).not.toThrow();
  });

  test('are refused before anything is claimed, where no start has checked them', async () => {
    const account = await shop.addAccount();
    const key = randomUUID();
    const answer = await callProcedure(shop.runtime, 'shop.short', {}, { key, apiKey: account.apiKey, router });
    expect(answer.status).toBe(500);
    expect(await shop.recordOf(account, key)).toBeUndefined();
  });

  test('and hours that are longer than the installation’s, in order, are kept', () => {
    expect(policyOf('a', { retention: { answerHours: 100 } }, INSTALLATION).retention).toEqual({
      ...INSTALLATION,
      answerHours: 100,
    });
  });
});
