import { existsSync } from 'node:fs';

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The browser for end-to-end tests: CHROMIUM_PATH, else one that the system has, else undefined, which means Playwright's
 * own. Throws when CHROMIUM_PATH names nothing.
 */
export const findChromium = (given: string | undefined, exists = existsSync): string | undefined => {
  if (!given) return SYSTEM_PATHS.find((path) => exists(path));
  if (exists(given)) return given;
  throw new Error(`CHROMIUM_PATH is ${given}, and there is no such file. Correct it, or remove it to search for one.`);
};

/**
 * No sandbox, because it needs rights that root in a container lacks, and the tests only visit our own pages; and no
 * traffic of the browser's own, so that a run is the same without a network.
 */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
