import { expect, test } from 'vitest';
import type { LookupResult } from './external-operation.ts';
import { type EvidenceResult, readEvidence } from './lookup-evidence.ts';

const expected = { amount: { cents: 500, currency: 'EUR' }, account: 'acc_1' };
const charge = {
  found: 'succeeded',
  providerId: 'ch_1',
  amount: { cents: 500, currency: 'EUR' },
  account: 'acc_1',
  raw: '{}',
} as const;

test.each<[string, LookupResult, boolean, EvidenceResult]>([
  ['an effect as intended', charge, true, 'found_succeeded'],
  ['an effect over another amount', { ...charge, amount: { cents: 501, currency: 'EUR' } }, true, 'ambiguous'],
  ['an effect in another currency', { ...charge, amount: { cents: 500, currency: 'USD' } }, true, 'ambiguous'],
  ['an effect of another account', { ...charge, account: 'acc_2' }, true, 'ambiguous'],
  ['an effect without an amount', { ...charge, amount: null }, true, 'ambiguous'],
  ['one that is pending', { found: 'pending', providerId: 'ch_1', raw: '{}' }, true, 'found_pending'],
  [
    'one that failed',
    { found: 'failed', providerId: 'ch_1', code: 'no', message: 'No.', raw: '{}' },
    true,
    'found_failed',
  ],
  ['nothing, when no call can be on its way', { found: 'absent', raw: '{}' }, true, 'not_found'],
  ['nothing, while a call may be on its way', { found: 'absent', raw: '{}' }, false, 'ambiguous'],
  ['no answer', { found: 'cannot_tell', why: 'The list ended early.' }, true, 'unavailable'],
])('%s', (_, found, isOver, result) => {
  expect(readEvidence(found, { isOver }, expected).result).toBe(result);
});
