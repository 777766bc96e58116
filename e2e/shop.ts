import { type BrowserContext, expect, type Page, type Route } from '@playwright/test';
import pg from 'pg';
import { freshAddress } from '../src/testing/fresh-address.ts';
import { type App, test as base, visit } from './fixtures.ts';

export const PLACE = '**/api/trpc/orders.place*';

/** A request for an order, as it went over the wire. */
export type Placement = { readonly key: string | null; readonly attempt: string | null };

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

type Shop = {
  /** A note that no other order has, so that the orders of one test can be counted among all. */
  readonly note: string;
  /** Orders in the database with this test's note, as `account quantity`. */
  orders(): Promise<readonly string[]>;
  /** What has gone out of this context for `orders.place`, page loads and tabs together. */
  readonly wire: readonly Placement[];
  /** Makes the context somebody's of credentials.json, without a form. */
  become(name: 'acme' | 'globex'): Promise<void>;
};

/** The shop's specs: a customer who is signed in, and eyes on the wire and on the database. */
export const test = base.extend<Shop, { sessions: ReadonlyMap<string, Cookies> }>({
  // Once per worker, and not by the form, which has specs of its own.
  sessions: [
    async ({ app, browser }, use) => {
      const sessions = new Map<string, Cookies>();
      for (const account of app.credentials.accounts) sessions.set(account.name, await signedIn(app, browser, account));
      await use(sessions);
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  note: async ({}, use) => use(`note ${crypto.randomUUID()}`),
  orders: async ({ app, note }, use) => use(() => ordersWith(app.databaseUrl, note)),
  wire: async ({ context }, use) => {
    const wire: Placement[] = [];
    context.on('request', (request) => {
      if (request.method() !== 'POST' || !request.url().includes('/api/trpc/orders.place')) return;
      const { 'idempotency-key': key = null, 'idempotency-attempt': attempt = null } = request.headers();
      wire.push({ key, attempt });
    });
    await use(wire);
  },
  become: async ({ context, sessions }, use) =>
    use(async (name) => {
      await context.clearCookies();
      await context.addCookies(sessions.get(name) ?? []);
    }),
});

export { expect };

async function signedIn(
  app: App,
  browser: { newContext(): Promise<BrowserContext> },
  { email, password }: { email: string; password: string },
): Promise<Cookies> {
  const context = await browser.newContext();
  const response = await context.request.post(`${app.baseUrl}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: app.baseUrl, 'x-forwarded-for': freshAddress() },
  });
  expect(response.status()).toBe(200);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

async function ordersWith(databaseUrl: string, note: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; quantity: number }>(
      'SELECT account.name, quantity FROM "order" JOIN account ON account.id = account_id WHERE note = $1',
      [note],
    );
    return rows.map(({ name, quantity }) => `${name} ${quantity}`);
  } finally {
    await client.end();
  }
}

/** Fills in the checkout of an article and leaves the last press to the test. */
export async function fillCheckout(page: Page, order: { sku: string; note: string; quantity?: number }): Promise<void> {
  await visit(page, `/checkout/${order.sku}`);
  await page.getByLabel('Quantity').fill(String(order.quantity ?? 1));
  await page.getByLabel('Note for the warehouse').fill(order.note);
}

/** The button that places an order, also while it is busy. */
export const placeButton = (page: Page) => page.getByRole('button', { name: /^Plac(e order|ing order)/ });

/** The heading of an order that stands. */
export const placed = (page: Page) => page.getByRole('heading', { name: 'Order placed' });

/** A gate in front of the server: requests wait at it until it opens. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Lets the server work and then loses its answer. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}
