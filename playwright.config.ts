import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './src/testing/chromium.ts';

const executablePath = findChromium(process.env.CHROMIUM_PATH);

const ONE_AT_A_TIME = ['flow.spec.ts', 'pay.spec.ts'];
const PAGES = ['charts.spec.ts', 'pictures.spec.ts'];

export default defineConfig({
  testDir: 'e2e',
  snapshotPathTemplate: 'e2e/pictures/__screenshots__/{arg}{ext}',
  globalSetup: './e2e/global-setup.ts',
  // All specs of a run share one installation, and each mints its own keys; two at once are what two cores can draw.
  workers: 2,
  fullyParallel: true,
  // A test that needs a second try is a test that fails.
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  // A letter: edges are smoothed a little differently from run to run, and from processor to processor.
  expect: { timeout: 15_000, toHaveScreenshot: { maxDiffPixels: 100 } },
  reporter: [['list']],
  // A listing of the sandbox that holds a charge whose look-up is down is down as a whole, as a provider's would be: specs
  // whose payments are looked up go one after another, and never beside the rest on one installation.
  projects: [
    { name: 'beside', testIgnore: [...ONE_AT_A_TIME, ...PAGES] },
    { name: 'alone', testMatch: ONE_AT_A_TIME, workers: 1, dependencies: ['beside'] },
    // On installations of their own, so that nothing of the others is in a picture.
    { name: 'pages', testMatch: PAGES },
  ],
  use: {
    ...devices['Desktop Chrome'],
    // Keeping one for the case of a failure makes every run longer; `--trace on` takes one of the spec that failed.
    trace: 'off',
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) },
  },
});
