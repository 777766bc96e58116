import { startApp } from '../src/testing/running-app.ts';

/** Starts the real launcher on a new installation for all specs, and takes both away after them. */
export default async function setup(): Promise<() => Promise<void>> {
  const app = await startApp();
  // Playwright hands its own environment on to its workers; that is its way from here to a fixture.
  process.env.E2E_BASE_URL = app.baseUrl;
  process.env.E2E_DATA_DIR = app.dataDir;
  return () => app.dispose();
}
