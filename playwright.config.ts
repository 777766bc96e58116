import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './src/testing/chromium.ts';

const executablePath = findChromium(process.env.CHROMIUM_PATH);

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  // All specs share one installation, and each mints its own keys; two at once are what two cores can draw.
  workers: 2,
  fullyParallel: true,
  // A test that needs a second try is a test that fails.
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    trace: 'retain-on-failure',
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) },
  },
});
