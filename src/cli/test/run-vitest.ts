import { type Counts, vitestCounts } from './counts.ts';
import { runRunner } from './run-runner.ts';

/** Runs every unit and database test. */
export const runVitest = async (): Promise<Counts> => {
  const { exitCode, report } = await runRunner('node_modules/vitest/vitest.mjs', (path) => [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path}`,
  ]);
  return vitestCounts(report, exitCode);
};
