import type { TestedMajor } from '../../testing/postgres-under-test.ts';
import type { Counts } from './counts.ts';
import { runVitest } from './run-vitest.ts';

/** What depends on how PostgreSQL behaves; and a look at which one it is, lest this prove the same one twice. */
const ENGINE_PART = ['src/engine/', 'src/postgres/', 'src/testing/postgres-under-test.test.ts'];

/** Runs the engine's part of the tests on an embedded PostgreSQL of that major version, whatever database the rest runs on. */
export const runOnOlderPostgres = (major: TestedMajor): Promise<Counts> => {
  console.log(`\nThe engine's part on PostgreSQL ${major}`);
  return runVitest(['--project', 'fast', ...ENGINE_PART], { TEST_POSTGRES: major, TEST_DATABASE_URL: '' });
};
