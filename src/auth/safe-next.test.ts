import { expect, test } from 'vitest';
import { safeNext } from './safe-next.ts';

test.each([
  ['/desk/records?state=unknown#top', '/desk/records?state=unknown#top'],
  ['/a/../orders', '/orders'],
  ['/search?q=https://evil.example', '/search?q=https://evil.example'],
])('%s stays on this site', (value, path) => {
  expect(safeNext(value)).toBe(path);
});

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'desk',
  'javascript:alert(1)',
  '',
  undefined,
  ['/desk', '/orders'],
])('%j is not followed', (value) => {
  expect(safeNext(value)).toBeNull();
});
