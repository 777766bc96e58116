import { expect, test } from 'vitest';
import { askDelayMs } from './ask-schedule.ts';

test('an open intent is asked for soon, then ever more seldom, and never less than every 15 s', () => {
  expect([0, 1, 2, 3, 4, 1_000].map(askDelayMs)).toEqual([2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
});
