import { expect, test } from 'vitest';
import { absoluteTime, durationText, localTime } from './time-text.ts';

test.each([
  [12.4, '12 ms'],
  [3_449, '3.4 s'],
  [59_400, '59 s'],
  [320_000, '5 min 20 s'],
  [7_500_000, '2 h 5 min'],
  [273_600_000, '3 days 4 h'],
])('%d ms is read as %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test('a moment is told on the clock of its reader', () => {
  const at = new Date('2026-11-02T14:03:22Z');
  expect(localTime(at, 'Asia/Kolkata')).toContain('19:33:22');
});

test('a moment is written to the second in UTC, and in the zone that was chosen', () => {
  const at = new Date('2026-11-02T14:03:22Z');
  expect(absoluteTime(at)).toBe('2026-11-02 14:03:22 UTC');
  expect(absoluteTime(at, 'Asia/Kolkata')).toBe('2026-11-02 19:33:22 GMT+5:30');
  // Midnight is hour 0 of its own day and not hour 24 of the one before.
  expect(absoluteTime(new Date('2026-11-02T23:00:00Z'), 'Europe/Berlin')).toBe('2026-11-03 00:00:00 GMT+1');
});
