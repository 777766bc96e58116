import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sourcesPrint } from './sources-print.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'latchkey-sources-'));
  mkdirSync(join(root, 'src', 'app'), { recursive: true });
  writeFileSync(join(root, 'src', 'app', 'page.tsx'), 'one');
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

test.each(['src/app/page.tsx', 'src/app/new.ts', 'package-lock.json', 'next.config.mjs'])(
  'a change of %s asks for a build',
  (path) => {
    const before = sourcesPrint(root);
    writeFileSync(join(root, path), 'two');
    expect(sourcesPrint(root)).not.toBe(before);
  },
);

test('a moved file asks for a build, a test and a note do not', () => {
  const before = sourcesPrint(root);
  writeFileSync(join(root, 'src', 'app', 'page.test.tsx'), 'a test');
  writeFileSync(join(root, 'README.md'), 'a note');
  expect(sourcesPrint(root)).toBe(before);
  rmSync(join(root, 'src', 'app', 'page.tsx'));
  writeFileSync(join(root, 'src', 'page.tsx'), 'one');
  expect(sourcesPrint(root)).not.toBe(before);
});
