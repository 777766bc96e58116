import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { readRuntime } from '../src/testing/installation-files.ts';
import { type App, visit } from './fixtures.ts';
import { gate, test } from './shop.ts';

test.beforeEach(async ({ become }) => become('acme'));

/** Places an order through the API and gives its id. */
async function placedOrder(app: App, request: APIRequestContext): Promise<string> {
  const response = await request.post(`${app.baseUrl}/api/trpc/orders.place`, {
    data: { json: { sku: 'tea-01', quantity: 1 } },
    headers: {
      authorization: `Bearer ${app.credentials.accounts.find(({ name }) => name === 'acme')?.apiKey}`,
      'idempotency-key': crypto.randomUUID(),
    },
  });
  const { result } = (await response.json()) as { result: { data: { json: { orderId: string } } } };
  return result.data.json.orderId;
}

/** How often the sandbox really charged the order. */
async function chargesOf(app: App, orderId: string): Promise<number> {
  const { providerUrl } = await readRuntime(app.dataDir);
  const response = await fetch(`${providerUrl}/v1/charges?limit=100`);
  const { data } = (await response.json()) as { data: { metadata: Record<string, string> }[] };
  return data.filter(({ metadata }) => metadata.order_id === orderId).length;
}

/** Keys of the payments that went out of the page. */
function keysOf(page: Page): readonly string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    const key = request.headers()['idempotency-key'];
    if (request.url().includes('/api/trpc/orders.pay') && key) keys.push(key);
  });
  return keys;
}

const choose = (page: Page, card: string) => page.getByLabel('Card of the sandbox').selectOption(card);
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay(ing…)?$/ });
const paid = (page: Page) => page.getByRole('heading', { name: 'Order paid' });

test('a double click pays once under one key, and the order is paid afterwards', async ({ page, app, request }) => {
  const orderId = await placedOrder(app, request);
  const keys = keysOf(page);
  await visit(page, '/orders');
  await page.getByRole('link', { name: `Pay ${orderId}` }).click();
  await payButton(page).dblclick({ delay: 10 });
  await expect(paid(page)).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  expect(await chargesOf(app, orderId)).toBe(1);
  await visit(page, `/orders/${orderId}/pay`);
  await expect(page.getByText('This order is paid')).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
});

test('a charge whose answer was lost is found, not made again', async ({ page, app, request }) => {
  const orderId = await placedOrder(app, request);
  const keys = keysOf(page);
  await visit(page, `/orders/${orderId}/pay`);
  await choose(page, 'tok_answer_lost');
  await payButton(page).click();
  await expect(paid(page)).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  expect(await chargesOf(app, orderId)).toBe(1);
});

test('an outcome that nobody knows is said to be unknown, and is found out by itself', async ({
  page,
  app,
  request,
}) => {
  test.slow();
  const orderId = await placedOrder(app, request);
  const keys = keysOf(page);
  await visit(page, `/orders/${orderId}/pay`);
  await choose(page, 'tok_lookup_down_20000');
  await payButton(page).click();
  await expect(page.getByText('It is not known yet whether the card was charged')).toBeVisible();
  await expect(payButton(page)).toBeDisabled();
  // Twenty seconds of look-ups that are down, and the pace of the worker and of the page on top.
  await expect(paid(page)).toBeVisible({ timeout: 90_000 });
  expect(new Set(keys).size).toBe(1);
  expect(await chargesOf(app, orderId)).toBe(1);
});

test('before the page has its scripts no card can be chosen or charged; afterwards the chosen one is', async ({
  page,
  app,
  request,
}) => {
  const orderId = await placedOrder(app, request);
  const keys = keysOf(page);
  const scripts = gate();
  await page.route('**/*.js', async (route) => {
    await scripts.opened;
    await route.continue();
  });
  await page.goto(`/orders/${orderId}/pay`, { waitUntil: 'commit' });
  await expect(page.getByLabel('Card of the sandbox')).toBeDisabled();
  await expect(payButton(page)).toBeDisabled();
  scripts.open();
  await choose(page, 'tok_chargeDeclined');
  await payButton(page).click();
  await expect(page.getByText('The card was declined')).toBeVisible();
  expect(keys).toHaveLength(1);
  expect(await chargesOf(app, orderId)).toBe(0);
});

test('a declined card is refused for good, and another card pays under another key', async ({ page, app, request }) => {
  const orderId = await placedOrder(app, request);
  const keys = keysOf(page);
  await visit(page, `/orders/${orderId}/pay`);
  await choose(page, 'tok_chargeDeclined');
  await payButton(page).click();
  await expect(page.getByText('The card was declined')).toBeVisible();
  expect(await chargesOf(app, orderId)).toBe(0);
  await choose(page, 'tok_visa');
  await payButton(page).click();
  await expect(paid(page)).toBeVisible();
  expect(new Set(keys).size).toBe(2);
  expect(await chargesOf(app, orderId)).toBe(1);
});

test('a double click releases an escrow once, with the hash that the ledger has', async ({ page, app }) => {
  await visit(page, '/escrows');
  const escrow = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Release / }) })
    .first();
  const name = (await escrow.getAttribute('aria-label')) ?? '';
  await escrow.getByRole('button', { name: /^Release / }).dblclick({ delay: 10 });
  const released = page.getByRole('listitem', { name });
  await expect(released.getByText('released')).toBeVisible();
  const hash = await released.getByRole('button', { name: /^Copy transaction hash/ }).textContent();
  const { providerUrl } = await readRuntime(app.dataDir);
  const { transactions } = (await (await fetch(`${providerUrl}/ledger/transactions`)).json()) as {
    transactions: { hash: string }[];
  };
  expect(transactions.filter((transaction) => transaction.hash === hash?.trim())).toHaveLength(1);
});
