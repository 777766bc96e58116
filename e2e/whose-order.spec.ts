import { reload, visit } from './fixtures.ts';
import { expect, fillCheckout, PLACE, placeButton, placed, test } from './shop.ts';

test.beforeEach(async ({ become }) => become('acme'));

test('an edited form after a refusal is a new intent with a new key', async ({ page, note, wire, orders }) => {
  await fillCheckout(page, { sku: 'tea-02', note, quantity: 1_000 });
  await placeButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not enough in stock' })).toBeVisible();
  await page.getByLabel('Quantity').fill('2');
  await placeButton(page).click();
  await expect(placed(page)).toBeVisible();
  expect(new Set(wire.map(({ key }) => key)).size).toBe(2);
  expect(await orders()).toEqual(['acme 2']);
});

test('while an order is open its form is closed, and trying again sends the same request', async ({
  page,
  note,
  wire,
  orders,
}) => {
  await page.route(PLACE, (route) => route.fulfill({ status: 500, json: { error: serverFault } }));
  await fillCheckout(page, { sku: 'tea-02', note });
  await placeButton(page).click();
  await expect(page.getByText('Something went wrong')).toBeVisible();
  await expect(page.getByLabel('Quantity')).toBeDisabled();
  await page.unroute(PLACE);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(placed(page)).toBeVisible();
  expect(wire).toHaveLength(2);
  expect(new Set(wire.map(({ key }) => key)).size).toBe(1);
  expect(await orders()).toEqual(['acme 1']);
});

test('an order of another account is not sent for who is signed in now, and goes out for its own', async ({
  page,
  note,
  wire,
  orders,
  become,
}) => {
  // The first request is never answered: its page goes away before. Taking the route away would let it go to the server.
  let isReachable = false;
  await page.route(PLACE, (route) => (isReachable ? route.continue() : undefined));
  await fillCheckout(page, { sku: 'tea-02', note });
  await placeButton(page).click();
  await expect.poll(() => wire.length).toBe(1);
  await become('globex');
  await reload(page);
  await expect(page.getByText("Another account's order waits in this tab")).toBeVisible();
  await expect(placeButton(page)).toBeEnabled();
  expect(wire).toHaveLength(1);
  await become('acme');
  isReachable = true;
  await reload(page);
  await expect(placed(page)).toBeVisible();
  expect(new Set(wire.map(({ key }) => key)).size).toBe(1);
  expect(await orders()).toEqual(['acme 1']);
});

test('a page made for one account orders nothing after another one has signed in beside it', async ({
  page,
  note,
  wire,
  orders,
  become,
}) => {
  await fillCheckout(page, { sku: 'tea-02', note });
  await become('globex');
  await placeButton(page).click();
  await expect(page.getByText('Sign in to finish this order')).toBeVisible();
  expect(await orders()).toEqual([]);
  await become('acme');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(placed(page)).toBeVisible();
  expect(new Set(wire.map(({ key }) => key)).size).toBe(1);
  expect(await orders()).toEqual(['acme 1']);
});

test('who is not signed in is offered to, and comes back to the article', async ({ page, context, app, signIn: _ }) => {
  await context.clearCookies();
  await visit(page, '/checkout/tea-02');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  const [acme] = app.credentials.accounts;
  await page.getByLabel('Email').fill(acme?.email ?? '');
  await page.getByLabel('Password').fill(acme?.password ?? '');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/checkout\/tea-02$/);
  await expect(placeButton(page)).toBeEnabled();
});

const serverFault = {
  json: { message: 'A fault.', code: -32603, data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 } },
};
