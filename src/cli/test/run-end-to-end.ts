import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findChromium } from '../../testing/chromium.ts';
import { type Counts, CRASHED, playwrightCounts, sum } from './counts.ts';
import { runRunner } from './run-runner.ts';

const CLI = 'node_modules/@playwright/test/cli.js';

/** Runs the specs that `what` names in a real browser; nothing to run counts as nothing. */
export const runEndToEnd = async (what: readonly string[]): Promise<Counts> => {
  if (!hasSpecs()) return sum([]);
  try {
    ensureBrowser();
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    return CRASHED;
  }
  const { exitCode, report } = await runRunner(
    CLI,
    () => ['test', '--reporter=list,json', ...what],
    (path) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: path }),
  );
  return playwrightCounts(report, exitCode);
};

const hasSpecs = (): boolean =>
  existsSync('e2e') && readdirSync('e2e', { recursive: true }).some((name) => String(name).endsWith('.spec.ts'));

const ensureBrowser = (): void => {
  if (findChromium(process.env.CHROMIUM_PATH) !== undefined || existsSync(chromium.executablePath())) return;
  console.log('\nNo Chromium found: Playwright installs its own.');
  const { status } = spawnSync(process.execPath, [CLI, 'install', '--with-deps', 'chromium'], { stdio: 'inherit' });
  if (status === 0) return;
  throw new Error('There is no browser for the end-to-end tests. Install Chromium, or name one with CHROMIUM_PATH.');
};
