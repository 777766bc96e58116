import { describe, expect, test } from 'vitest';
import { classifyWorkFailure } from './failure.ts';
import { type RefusalStatus, refuse } from './refusal.ts';

const thrown = (status: number | null) => classifyWorkFailure({ kind: 'thrown', status });

describe('case 20: one policy for a failed work', () => {
  test.each<RefusalStatus>([400, 402, 404, 409, 410, 412, 422])('a refusal with %d is the outcome', (status) => {
    expect(classifyWorkFailure({ kind: 'refusal', refusal: refuse('sold_out', status, 'Sold out.') })).toBe('store');
  });

  test.each([400, 402, 404, 405, 409, 410, 412, 413, 422, 428])('an error thrown with %d is the outcome', (status) => {
    expect(thrown(status)).toBe('store');
  });

  test.each([401, 403, 408, 425, 429, 499])(
    '%d says something about the moment or the caller: the key is free',
    (status) => {
      expect(thrown(status)).toBe('free');
    },
  );

  test.each([500, 501, 502, 503, 504, 599])('%d is a fault: the key is free', (status) => {
    expect(thrown(status)).toBe('free');
  });

  test.each([null, 0, 200, 302, 399, Number.NaN, Number.POSITIVE_INFINITY, 600])(
    'an error with %s is a bug: the key is free',
    (status) => {
      expect(thrown(status)).toBe('free');
    },
  );

  test('a refusal forced past its type with a status that is never stored is not stored', () => {
    const forced = refuse('slow_down', 429 as RefusalStatus, 'Slow down.');
    expect(classifyWorkFailure({ kind: 'refusal', refusal: forced })).toBe('free');
  });
});
