import { describe, expect, test } from 'vitest';
import { retentionFaults } from './windows.ts';

const sound = { answerHours: 72, keyHours: 720, memoryHours: 720 };

describe('case 27: retention windows are lengths of time', () => {
  test('the defaults and fractions of an hour are sound', () => {
    expect(retentionFaults(sound)).toEqual([]);
    expect(retentionFaults({ answerHours: 0.001, keyHours: 0.001, memoryHours: 0.001 })).toEqual([]);
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 87_601, 1e300])(
    '%d hours is refused in each window',
    (hours) => {
      for (const name of ['answerHours', 'keyHours', 'memoryHours'] as const) {
        expect(retentionFaults({ ...sound, [name]: hours })).toContain(
          `${name} must be a number of hours above 0 and at most 87600, found ${hours}.`,
        );
      }
    },
  );

  test('a key may not be forgotten before its answer', () => {
    expect(retentionFaults({ answerHours: 72, keyHours: 24, memoryHours: 1 })).toEqual([
      'keyHours (24) must not be below answerHours (72): both count from completion.',
    ]);
  });
});
