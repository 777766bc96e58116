import { expect, test } from 'vitest';
import { shorten } from './shorten.ts';

test('a text that fits stays, a longer one keeps its beginning and its end', () => {
  expect(shorten('abcdefghij', 10)).toBe('abcdefghij');
  expect(shorten('abcdefghijk', 10)).toBe('abcdef…ijk');
  expect(shorten('x'.repeat(255), 36)).toHaveLength(36);
});
