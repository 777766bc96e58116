import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type Page, type Response } from '@playwright/test';
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
  /**
   * Signs the page in and leaves it where a sign-in leads. People of credentials.json go through the form once a run, since
   * sign-ins are limited per address; their later pages share that session, unless `anew` asks for one of their own.
   */
  signIn(page: Page, person: Person, how?: { readonly anew: boolean }): Promise<void>;
};

/** A session that was opened through the form, for the other specs of this run. */
type Opened = { readonly cookies: Parameters<BrowserContext['addCookies']>[0]; readonly url: string };

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
  signIn: async ({ app }, use) => {
    await use(async (page, person, { anew } = { anew: false }) => {
      const file = isKnown(app, person) && !anew ? join(app.dataDir, `e2e-session-${person.email}.json`) : null;
      const opened = file && (await read(file));
      if (opened) {
        await page.context().addCookies(opened.cookies);
        await visit(page, opened.url);
        return;
      }
      await visit(page, '/sign-in');
      await page.getByLabel('Email').fill(person.email);
      await page.getByLabel('Password').fill(person.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page).not.toHaveURL(/\/sign-in/);
      await hydrated(page);
      const url = page.url();
      if (file)
        await writeFile(file, JSON.stringify({ cookies: await page.context().cookies(), url } satisfies Opened));
    });
  },
});

export { expect };

/** Opens a path and waits until the page's scripts have taken over: what is pressed before that is lost. */
export async function visit(page: Page, path: string): Promise<Response | null> {
  const response = await page.goto(path);
  await hydrated(page);
  return response;
}

/** Loads the page again, and waits in the same way. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await hydrated(page);
}

/** The page's scripts have taken over. */
export const hydrated = (page: Page): Promise<void> =>
  page.locator('html[data-hydrated]').waitFor({ state: 'attached' });

const isKnown = ({ credentials }: App, { email }: Person): boolean =>
  [...credentials.operators, ...credentials.accounts].some((known) => known.email === email);

/** Two workers may write it at once; half a file is none. */
const read = (file: string): Promise<Opened | null> =>
  readFile(file, 'utf8')
    .then((text) => JSON.parse(text) as Opened)
    .catch(() => null);
