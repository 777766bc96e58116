import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestedMajor } from '../../testing/postgres-under-test.ts';
import type { Counts } from './counts.ts';
import { runVitest } from './run-vitest.ts';

/** What depends on how PostgreSQL behaves; and a look at which one it is, lest this prove the same one twice. */
const FOLDERS = ['src/engine', 'src/postgres'];
const WHICH_ONE = 'src/testing/postgres-under-test.test.ts';

/** In these folders, but of the desk's lists, or of texts alone: no server's version makes a difference. */
const OTHERS = ['desk-plans', 'qualified-names', 'leading-keyword'].map((name) => `src/postgres/${name}.test.ts`);

/** Runs the engine's part of the tests on an embedded PostgreSQL of that major version, whatever database the rest runs on. */
export const runOnOlderPostgres = (major: TestedMajor): Promise<Counts> => {
  console.log(`\nThe engine's part on PostgreSQL ${major}`);
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name).replaceAll('\\', '/')),
  ).filter((path) => path.endsWith('.test.ts') && !path.endsWith('.e2e.test.ts') && !OTHERS.includes(path));
  return runVitest(['--project', 'fast', WHICH_ONE, ...files], { TEST_POSTGRES: major, TEST_DATABASE_URL: '' });
};
