import { expect, test } from 'vitest';
import { environmentTone } from './environment.ts';

test.each([
  ['production', 'danger'],
  ['EU live', 'danger'],
  ['pre-production', 'danger'],
  ['staging', 'warning'],
  ['ci', 'accent'],
  ['demo of Ada', 'success'],
  ['blue', 'warning'],
  [null, 'neutral'],
] as const)('the environment %s is shown in the tone %s', (name, tone) => {
  expect(environmentTone(name)).toBe(tone);
});
