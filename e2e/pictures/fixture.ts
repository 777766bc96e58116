import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext } from '@playwright/test';
import { hashPassword } from 'better-auth/crypto';
import pg from 'pg';
import { applyMigrations } from '../../src/postgres/migrate.ts';
import { startWeb } from '../../src/testing/web-process.ts';
import { test as base, expect } from '../fixtures.ts';
import type { Viewer } from './pages.ts';

/** The moment that the fixture database shows; its SQL says the same. */
export const SHOWN_NOW = new Date('2025-11-05T10:00:00Z');

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** The app on the fixture database. */
export type PicturedApp = { readonly baseUrl: string; readonly cookies: ReadonlyMap<Viewer, Cookies> };

/** The id that fixture.sql makes of a name. */
export const idOf = (name: string): string =>
  createHash('md5')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const EMAILS = {
  admin: 'admin@latchkey.example',
  resolver: 'resolver@latchkey.example',
  customer: 'buyer@acme.example',
};

/** Playwright's test with the web alone (no worker, which would change what is shown) on a database whose clock stands still. */
export const test = base.extend<object, { pictured: PicturedApp }>({
  pictured: [
    async ({ app, browser }, use) => {
      const name = `latchkey_pictures_${randomBytes(4).toString('hex')}`;
      const url = new URL(app.databaseUrl);
      url.pathname = `/${name}`;
      await onDatabase(app.databaseUrl, `CREATE DATABASE ${name}`);
      try {
        await applyMigrations(url.href);
        await onDatabase(url.href, await readFile(new URL('fixture.sql', import.meta.url), 'utf8'));
        const web = await startWeb({
          databaseUrl: url.href,
          providerUrl: 'http://127.0.0.1:9',
          environmentName: 'staging',
        });
        try {
          await use({ baseUrl: web.baseUrl, cookies: await signIn(browser, web.baseUrl, url.href) });
        } finally {
          await web.stop();
        }
      } finally {
        await onDatabase(app.databaseUrl, `DROP DATABASE ${name} WITH (FORCE)`);
      }
    },
    // The start of a web process on a machine that is busy with others, and of the build where it is the first.
    { scope: 'worker', timeout: 300_000 },
  ],
});

export { expect };

/** Signs everybody in, and then makes it look as if they had done so a while ago. */
async function signIn(browser: Browser, baseUrl: string, databaseUrl: string): Promise<Map<Viewer, Cookies>> {
  const password = randomBytes(12).toString('base64url');
  await onDatabase(
    databaseUrl,
    `INSERT INTO credential (id, user_id, account_id, provider_id, password)
     SELECT id, id, id, 'credential', '${await hashPassword(password)}' FROM "user"`,
  );
  const cookies = new Map<Viewer, Cookies>();
  for (const [viewer, email] of Object.entries(EMAILS)) {
    const context = await browser.newContext();
    const data = { email, password };
    const answer = await context.request.post(`${baseUrl}/api/auth/sign-in/email`, {
      data,
      headers: { origin: baseUrl },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    cookies.set(viewer as Viewer, await context.cookies());
    await context.close();
  }
  await onDatabase(
    databaseUrl,
    `UPDATE session SET created_at = latchkey_shown_now() - interval '4 minutes', updated_at = latchkey_shown_now(),
       ip_address = '192.0.2.7', user_agent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/146.0 Safari/537.36'`,
  );
  return cookies;
}

async function onDatabase(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
