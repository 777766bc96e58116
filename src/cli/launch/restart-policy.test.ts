import { expect, test } from 'vitest';
import { diedAtStart, restartDelayMs } from './restart-policy.ts';

test('a web process that had answered and was killed is replaced at once', () => {
  expect(diedAtStart({ answered: true, byItself: false, livedMs: 10 })).toBe(false);
  expect(restartDelayMs(0)).toBe(0);
});

test('one that never answered, or exits by itself at once, counts as not coming up', () => {
  expect(diedAtStart({ answered: false, byItself: false, livedMs: 60_000 })).toBe(true);
  expect(diedAtStart({ answered: true, byItself: true, livedMs: 100 })).toBe(true);
  expect(diedAtStart({ answered: true, byItself: true, livedMs: 60_000 })).toBe(false);
});

test('each further try waits longer, and after five there is none', () => {
  const delays = [1, 2, 3, 4].map(restartDelayMs);
  expect(delays).toEqual([...delays].sort((a, b) => Number(a) - Number(b)));
  expect(restartDelayMs(5)).toBeUndefined();
});
