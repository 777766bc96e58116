import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { wrongDocPaths } from './doc-paths.ts';
import { foreignHosts } from './lockfile.ts';

let root: string;

const write = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
};

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'latchkey-docs-'));
  await write('package.json', JSON.stringify({ scripts: { start: 'x', check: 'y' } }));
  await write('src/engine/race.test.ts', "test('there\\'s one order', () => {});");
});

afterEach(() => rm(root, { recursive: true }));

test.each([
  ['a path', 'See `src/engine/gone.ts`.', 'README.md:1: src/engine/gone.ts does not exist'],
  ['a file of the top level', 'See\n`gone.json`.', 'README.md:2: gone.json does not exist'],
  ['a link', '[the docs](docs/gone.md#why)', 'README.md:1: the link leads to docs/gone.md, which does not exist'],
  ['a command', '```sh\nnpm run gone\n```', 'README.md:2: there is no npm script "gone"'],
  ['a short command', 'Then `npm test`.', 'README.md:1: there is no npm script "test"'],
  ['a test', '`src/engine/race.test.ts: two orders`', 'README.md:1: src/engine/race.test.ts has no test "two orders"'],
])('%s that is gone is reported with its line', async (_what, markdown, sentence) => {
  await write('README.md', markdown);
  expect(await wrongDocPaths(root)).toEqual([sentence]);
});

test('what exists, what is a placeholder and what leads elsewhere is not reported', async () => {
  await write('docs/there.md', 'Up: [readme](../README.md), `src/engine/`, `src/engine/race.test.ts`.');
  await write('docs/decisions/0001-old.md', '`src/gone.ts` was removed.');
  await write(
    'README.md',
    "`npm start`, `npm run check`, `npm ci`, `src/engine/race.test.ts: there's one order`, `src/<verb>.ts`, `src/*.ts`, " +
      '`credentials.json`, `bench/results.json`, [a](https://example.org/gone.md), [b](#part), [c](docs/there.md), `place-order verb(tx)`, `a/b`',
  );
  expect(await wrongDocPaths(root)).toEqual([]);
});

test('a lockfile that names the host of a package is reported', async () => {
  const packages = {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { resolved: 'https://example.org/b.tgz' },
  };
  await write('package-lock.json', JSON.stringify({ packages }));
  const path = join(root, 'package-lock.json');
  expect(await foreignHosts(path)).toEqual([
    `${path}: node_modules/b names the host it came from; remove its "resolved".`,
  ]);
});
