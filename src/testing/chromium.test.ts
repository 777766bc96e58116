import { expect, test } from 'vitest';
import { findChromium } from './chromium.ts';

const onlyThere =
  (...paths: string[]) =>
  (path: unknown) =>
    paths.includes(String(path));

test('the browser that is named wins over those of the system', () => {
  expect(findChromium('/opt/mine', onlyThere('/opt/mine', '/usr/bin/chromium'))).toBe('/opt/mine');
});

test('a system without a browser means the one that Playwright brings', () => {
  expect(findChromium(undefined, onlyThere())).toBeUndefined();
});

test('a named browser that does not exist is an error, not a reason to take another', () => {
  expect(() => findChromium('/opt/gone', onlyThere('/usr/bin/chromium'))).toThrow('/opt/gone');
});
