import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type App, expect, test, visit } from './fixtures.ts';

/** Places an order by API as acme does; gives the status. */
const place = async (app: App, key: string, input: object): Promise<number> => {
  const [acme] = app.credentials.accounts;
  const response = await fetch(`${app.baseUrl}/api/trpc/orders.place`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${acme?.apiKey}`,
      'idempotency-key': key,
    },
    body: JSON.stringify({ json: input }),
  });
  return response.status;
};

const operatorOf = (app: App, role: string) => {
  const operator = app.credentials.operators.find((known) => known.role === role);
  if (!operator) throw new Error(`The demo has no operator with the role ${role}.`);
  return operator;
};

const find = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('/');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};

test('an operator finds one record with its replays, and the conflict that names the field', async ({
  app,
  page,
  signIn,
}) => {
  const key = randomUUID();
  for (let i = 0; i < 3; i += 1) expect(await place(app, key, { sku: 'tea-01', quantity: 1 })).toBe(200);
  expect(await place(app, key, { sku: 'tea-01', quantity: 2 })).toBe(422);

  await signIn(page, operatorOf(app, 'resolver'));
  await expect(page).toHaveURL(/\/desk$/);
  await visit(page, '/desk/records');
  await expect(page.getByRole('table', { name: 'Records' })).toBeVisible();
  await find(page, key);

  await expect(page).toHaveURL(/\/desk\/records\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: /^Record #\d+$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: `Copy key: ${key}` })).toBeVisible();
  // The sheet for printing has the same words. Replays are counted in aggregate, every two seconds.
  const events = page.getByRole('list', { name: 'Events' });
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(events.getByText('Replayed 2 times', { exact: true })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(events.getByText('Conflict: quantity', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Answer' }).click();
  await expect(page).toHaveURL(/tab=answer/);
  await expect(page.getByRole('region', { name: 'Answer text' })).toContainText('"orderId": "ord_');

  await visit(page, `/desk/records?key=${key}`);
  await expect(page.getByText('One record in all').first()).toBeVisible();
});

test('what looks like an address is masked in the answer, and markup in a key stays text', async ({
  app,
  page,
  signIn,
}) => {
  const key = `<img/src=x/onerror=alert(1)>${randomUUID()}`;
  page.on('dialog', () => {
    throw new Error('Markup of a key ran.');
  });
  expect(await place(app, key, { sku: 'buyer@acme.example', quantity: 1 })).toBe(404);
  await signIn(page, operatorOf(app, 'viewer'));
  await find(page, key);
  await expect(page.getByRole('button', { name: `Copy key: ${key}` })).toBeVisible();
  await page.getByRole('tab', { name: 'Answer' }).click();
  await expect(page.getByRole('region', { name: 'Answer text' })).toContainText('b••••@acme.example');
  await expect(page.getByText('one value masked')).toBeVisible();
  expect(await page.content()).not.toContain('buyer@acme.example');
});

test('a viewer reads records and conflicts; filters are in the URL and can be taken off', async ({
  app,
  page,
  signIn,
}) => {
  await place(app, randomUUID(), { sku: 'tea-01', quantity: 1 });
  await signIn(page, operatorOf(app, 'viewer'));
  await visit(page, '/desk/records');
  await page.getByRole('combobox', { name: 'State' }).selectOption('Completed');
  await expect(page).toHaveURL(/state=COMPLETED/);
  await page.getByRole('textbox', { name: 'Key', exact: true }).fill('no-such-key');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No record fits these filters')).toBeVisible();
  await page.getByRole('link', { name: 'Remove filter Key: no-such-key' }).click();
  await expect(page).not.toHaveURL(/key=/);
  await expect(page.getByRole('table', { name: 'Records' })).toBeVisible();
  await page.getByRole('link', { name: 'Conflicts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Conflicts' })).toBeVisible();
});

test('who is not signed in comes back to the page after signing in, and a wrong password keeps the address', async ({
  app,
  page,
}) => {
  const { email, password } = operatorOf(app, 'approver');
  await visit(page, '/desk/conflicts');
  await expect(page).toHaveURL(/\/sign-in\?reason=required/);
  await expect(page.getByText('Sign in first')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('do not belong together')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/desk\/conflicts$/);
});

test('a session that has ended is told so', async ({ app, page, context, signIn }) => {
  await signIn(page, operatorOf(app, 'viewer'));
  const [cookie] = (await context.cookies()).filter(({ name }) => name.includes('session_token'));
  if (!cookie) throw new Error('There is no session cookie.');
  await context.addCookies([{ ...cookie, value: 'ended.ended' }]);
  await visit(page, '/desk/records');
  await expect(page.getByText('Your session has ended')).toBeVisible();
});

test('a customer gets a 403 with words', async ({ app, page, signIn }) => {
  const [acme] = app.credentials.accounts;
  if (!acme) throw new Error('The demo has no account.');
  await signIn(page, acme);
  const response = await visit(page, '/desk/records');
  expect(response?.status()).toBe(403);
  await expect(page.getByText('The desk is for operators')).toBeVisible();
});

test('signing in needs no scripts', async ({ app, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.baseUrl });
  const page = await context.newPage();
  const { email, password } = operatorOf(app, 'admin');
  await page.goto('/sign-in?next=https://evil.example');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/desk$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await context.close();
});

test('pages forbid framing and foreign scripts, and no script of ours is blocked', async ({ app, page, signIn }) => {
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) blocked.push(message.text());
  });
  await signIn(page, operatorOf(app, 'viewer'));
  const response = await visit(page, '/desk/records');
  const headers = response?.headers() ?? {};
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic';/);
  expect(headers['content-security-policy']).toContain(`frame-ancestors 'none'`);
  expect(headers['x-content-type-options']).toBe('nosniff');
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveClass(/dark/);
  expect(blocked).toEqual([]);
});
