import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LookupResult, PerformResult } from '../../idempotency/external-operation.ts';
import { refuse } from '../../idempotency/refusal.ts';
import { openEngine, type TestEngine } from '../../testing/engine.ts';
import { answeringOperation, phasedDefinition, phasedRequest } from '../../testing/phased-record.ts';
import { useShop } from '../../testing/shop.ts';
import { runPhased } from './run-phased.ts';

const shop = useShop();
let engine: TestEngine;

beforeAll(() => {
  engine = openEngine(shop.url);
});
afterAll(() => engine.close());

/** A run of one call, refused with what the provider declined it for. */
const runWith = async (answer: PerformResult, found?: LookupResult) => {
  const operation = answeringOperation({ answer, ...(found ? { lookup: async () => found } : {}) });
  const definition = phasedDefinition(
    async (run) => {
      const charge = await run.external('charge', { operation, request: {} });
      if (charge.status === 'declined') return run.refuse(async () => {}, refuse('card_declined', 402, charge.message));
      return run.finish(async () => (charge.status === 'succeeded' ? charge.providerId : charge.because));
    },
    [operation],
  );
  const request = phasedRequest();
  const first = await runPhased(engine, request, { definition, input: {} });
  const again = await runPhased(engine, { ...request, isRetry: true }, { definition, input: {} });
  return { first, again };
};

const UNCLEAR = { answer: 'unclear', why: 'cut\u0000off', replayedServerError: true } as const;

test.each<readonly [string, PerformResult, LookupResult | undefined, string]>([
  ['declined', { answer: 'declined', code: 'no\u0000', message: 'a\u0000b', raw: '\u0000' }, undefined, 'refusal'],
  ['made', { answer: 'succeeded', providerId: 'ch\u0000', raw: '{"note":"\u0000"}' }, undefined, 'success'],
  [
    'found declined',
    UNCLEAR,
    { found: 'failed', providerId: null, code: 'no', message: 'a\u0000b', raw: '\u0000' },
    'refusal',
  ],
  [
    'found made',
    UNCLEAR,
    { found: 'succeeded', providerId: 'ch\u0000', amount: null, account: null, raw: '\u0000' },
    'success',
  ],
])(
  'a call that is %s in words that no text column holds ends as such, and is replayed',
  async (_how, answer, found, outcome) => {
    const { first, again } = await runWith(answer, found);
    expect(first).toMatchObject({ kind: 'answered', outcome, replayed: false });
    expect(again).toEqual({ ...first, replayed: true });
  },
);
