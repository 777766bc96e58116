import { expect, test } from 'vitest';
import { playwrightSkips, skipLines } from './skips.ts';

const spec = (title: string, status: string, description?: string) => ({
  title,
  tests: [{ status, annotations: description === undefined ? [] : [{ type: 'skip', description }] }],
});

test('a comparison that did not take place is named, with the system that has no pictures', () => {
  const report = {
    suites: [
      {
        file: 'pictures.spec.ts',
        specs: [spec('every page looks as it did', 'skipped', 'There are none of debian-13-chromium-160.')],
        suites: [{ file: 'pictures.spec.ts', specs: [spec('passes', 'expected'), spec('fails', 'unexpected')] }],
      },
    ],
  };
  expect(skipLines(playwrightSkips(report))).toBe(
    'SKIPPED e2e/pictures.spec.ts › every page looks as it did\n        There are none of debian-13-chromium-160.',
  );
});

test('no report names nothing', () => {
  expect([playwrightSkips(undefined), playwrightSkips({})]).toEqual([[], []]);
});
