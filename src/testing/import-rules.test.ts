import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import config from '../../.dependency-cruiser.mjs';

/** Each rule with a file that breaks it: its path and its one line of code. */
const BREAKERS: readonly (readonly [rule: string, file: string, code: string])[] = [
  ['idempotency-may-import', 'src/idempotency/bad.ts', "import '../postgres/ok.ts';"],
  ['idempotency-packages', 'src/idempotency/bad-package.ts', "import '@trpc/server';"],
  ['postgres-may-import', 'src/postgres/bad.ts', "import '../engine/ok.ts';"],
  ['engine-may-import', 'src/engine/bad.ts', "import '../shop/ok.ts';"],
  ['only-postgres-knows-prisma', 'src/engine/bad-client.ts', "import type {} from '../postgres/generated/client.ts';"],
  ['only-postgres-knows-prisma', 'src/desk/bad-client.ts', "import '@prisma/client';"],
  ['only-postgres-connects', 'src/shop/bad-pool.ts', "import 'pg';"],
  ['shop-may-import', 'src/shop/bad.ts', "import type {} from '../trpc/ok.ts';"],
  ['desk-may-import', 'src/desk/bad.ts', "import type {} from '../engine/ok.ts';"],
  ['verbs-take-a-tx', 'src/shop/bad-value.ts', "import '../postgres/ok.ts';"],
  ['verbs-take-a-tx', 'src/desk/bad-value.ts', "import '../postgres/ok.ts';"],
  ['providers-may-import', 'src/providers/bad.ts', "import type {} from '../postgres/ok.ts';"],
  ['sandbox-may-import', 'src/sandbox/bad.ts', "import '../providers/ok.ts';"],
  ['providers-where-no-tx-is', 'src/shop/bad-call.ts', "import '../providers/ok.ts';"],
  ['only-the-command-starts-the-sandbox', 'src/runtime/bad-sandbox.ts', "import '../sandbox/ok.ts';"],
  ['engine-may-import', 'src/engine/bad-provider.ts', "import type {} from '../providers/ok.ts';"],
  ['auth-may-import', 'src/auth/bad.ts', "import '../engine/ok.ts';"],
  ['jobs-may-import', 'src/jobs/bad.ts', "import '../trpc/ok.ts';"],
  ['runtime-may-import', 'src/runtime/bad.ts', "import '../trpc/ok.ts';"],
  ['trpc-may-import', 'src/trpc/bad.ts', "import '../ui/ok.ts';"],
  ['client-takes-types-and-key-rules', 'src/client/bad.ts', "import '../trpc/ok.ts';"],
  ['ui-takes-types', 'src/ui/bad.ts', "import '../client/ok.ts';"],
  ['ui-fetches-nothing', 'src/ui/bad-fetch.ts', "import '@tanstack/react-query';"],
  ['client-half-is-for-browsers', 'src/client/bad-node.ts', "import 'node:fs';"],
  ['nobody-imports-routes', 'src/ui/bad-route.ts', "import type {} from '../app/ok.ts';"],
  ['nobody-imports-commands', 'src/jobs/bad-command.ts', "import '../cli/ok.ts';"],
  ['next-stays-at-the-edge', 'src/engine/bad-next.ts', "import 'next/server';"],
  ['testing-is-for-tests', 'src/engine/bad-testing.ts', "import '../testing/ok.ts';"],
  ['no-test-is-imported', 'src/shop/imports-test.ts', "import './some.test.ts';"],
  ['no-development-packages', 'src/engine/bad-development.ts', "import 'fast-check';"],
  ['no-cycles', 'src/shop/cycle.ts', "import './cyclic.ts';"],
  ['nothing-unresolved', 'src/shop/bad-nowhere.ts', "import './nowhere.ts';"],
];

/** What the table allows, one line for each kind of exception. */
const ALLOWED: readonly (readonly [file: string, code: string])[] = [
  ['src/idempotency/good.ts', "import 'zod';"],
  ['src/postgres/good.ts', "import '../idempotency/ok.ts'; import 'pg'; import '@prisma/client';"],
  ['src/engine/good.ts', "import '../idempotency/ok.ts'; import '../postgres/ok.ts'; import type {} from 'pg';"],
  ['src/shop/good.ts', "import type {} from '../postgres/ok.ts'; import '../idempotency/ok.ts';"],
  ['src/shop/good-phased.ts', "import type {} from '../engine/ok.ts'; import type {} from '../providers/ok.ts';"],
  ['src/providers/good.ts', "import type {} from '../idempotency/ok.ts';"],
  ['src/jobs/good.ts', "import '../trpc/phased-definitions.ts';"],
  ['src/runtime/good.ts', "import '../providers/ok.ts';"],
  ['src/cli/provider.ts', "import '../sandbox/ok.ts';"],
  ['src/desk/good.ts', "import '../postgres/statements/ok.ts'; import type {} from '../postgres/ok.ts';"],
  ['src/client/good.ts', "import type {} from '../trpc/ok.ts'; import '../idempotency/ok.ts'; import '@trpc/client';"],
  ['src/ui/good.ts', "import type {} from '../desk/ok.ts'; import 'next/link';"],
  [
    'src/app/good.ts',
    "import '../trpc/ok.ts'; import '../client/ok.ts'; import '../ui/ok.ts'; import '../desk/ok.ts';",
  ],
  ['src/idempotency/good.test.ts', "import 'fast-check'; import '../testing/ok.ts';"],
];

const FOLDERS =
  'app auth cli client desk engine idempotency jobs postgres providers runtime sandbox shop testing trpc ui'.split(' ');

const root = resolve(import.meta.dirname, '../..');
let violations: readonly { rule: string; from: string }[] = [];
let directory: string;

const write = async (file: string, code: string): Promise<void> => {
  const path = join(directory, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${code}\nexport {};\n`);
};

const Report = z.object({
  summary: z.object({ violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })) }),
});

const cruise = (): Promise<string> =>
  new Promise((done, fail) => {
    const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const args = [program, '--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', 'src'];
    // A program that finds violations exits with their number; only one that says nothing has failed.
    const options = { cwd: directory, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      stdout ? done(stdout) : fail(error ?? new Error(stderr)),
    );
  });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'latchkey-import-rules-'));
  for (const file of ['package.json', 'tsconfig.json']) await copyFile(join(root, file), join(directory, file));
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
  for (const folder of FOLDERS) await write(`src/${folder}/ok.ts`, '');
  await write('src/postgres/generated/client.ts', '');
  await write('src/postgres/statements/ok.ts', '');
  await write('src/trpc/phased-definitions.ts', '');
  await write('src/shop/some.test.ts', '');
  await write('src/shop/cyclic.ts', "import './cycle.ts';");
  for (const [, file, code] of BREAKERS) await write(file, code);
  for (const [file, code] of ALLOWED) await write(file, code);
  const { summary } = Report.parse(JSON.parse(await cruise()));
  violations = summary.violations.map(({ from, rule }) => ({ from, rule: rule.name }));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

test.each(BREAKERS)('%s is reported for %s', (rule, file) => {
  expect(violations).toContainEqual({ rule, from: file });
});

test.each(ALLOWED)('nothing is reported for %s', (file) => {
  expect(violations.filter(({ from }) => from === file)).toEqual([]);
});

test('every rule has a breaker, and a message that says why', () => {
  const rules = config.forbidden ?? [];
  expect(new Set(BREAKERS.map(([rule]) => rule))).toEqual(new Set(rules.map(({ name }) => name)));
  for (const { name, comment } of rules) expect(comment?.length ?? 0, name).toBeGreaterThan(20);
});
