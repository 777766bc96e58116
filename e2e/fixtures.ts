import { test as base, expect, type Page } from '@playwright/test';
import { type Credentials, readCredentials, readRuntime } from '../src/testing/installation-files.ts';

/** The running installation that all specs share. */
export type App = {
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly credentials: Credentials;
};

/** Who signs in: an operator or an account of credentials.json. */
export type Person = { readonly email: string; readonly password: string };

type Fixtures = {
  /** Signs the page in through the form, as a person would. */
  signIn(page: Page, person: Person): Promise<void>;
};

const given = (name: string): string => {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is not set: specs run through playwright.config.ts, whose set-up starts the app.`);
  return value;
};

/** Playwright's test with the running app; `page.goto('/…')` is relative to it. */
export const test = base.extend<Fixtures, { app: App }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const dataDir = given('E2E_DATA_DIR');
      const credentials = await readCredentials(dataDir);
      const { databaseUrl } = await readRuntime(dataDir);
      await use({ baseUrl: given('E2E_BASE_URL'), dataDir, databaseUrl, credentials });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app }, use) => use(app.baseUrl),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  signIn: async ({}, use) => {
    await use(async (page, { email, password }) => {
      await page.goto('/sign-in');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page).not.toHaveURL(/\/sign-in/);
    });
  },
});

export { expect };
