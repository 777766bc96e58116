import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { longFiles } from './long-files.ts';

test('a file of more than 200 lines is named, unless it says why or is a test', async () => {
  const root = await mkdtemp(join(tmpdir(), 'latchkey-long-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await mkdir(join(root, 'src', 'deep'), { recursive: true });
  const write = (path: string, lines: number, first = '') =>
    writeFile(join(root, path), `${first}\n${'x\n'.repeat(lines - 1)}`);
  await write('src/short.ts', 200);
  await write('src/deep/long.ts', 201);
  await write('src/deep/reasoned.ts', 300, '// More than 200 lines: one table.');
  await write('src/long.test.ts', 300);
  await write('root.mjs', 201);
  expect((await longFiles(root, ['src'])).map((sentence) => sentence.split(' ')[0]).toSorted()).toEqual([
    'root.mjs',
    'src/deep/long.ts',
  ]);
});
