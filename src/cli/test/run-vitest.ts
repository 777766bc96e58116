import { type Counts, vitestCounts } from './counts.ts';
import { runRunner } from './run-runner.ts';

/** Runs every unit and database test, or those that `what` names, with `env` over the surroundings. */
export const runVitest = async (
  what: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Counts> => {
  const { exitCode, report } = await runRunner(
    'node_modules/vitest/vitest.mjs',
    (path) => ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${path}`, ...what],
    () => env,
  );
  return vitestCounts(report, exitCode);
};
