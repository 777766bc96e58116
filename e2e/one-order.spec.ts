import { reload, visit } from './fixtures.ts';
import { expect, fillCheckout, gate, loseAnswer, PLACE, placeButton, placed, test } from './shop.ts';

test.beforeEach(async ({ become }) => become('acme'));

/** However the request fared: one key went over the wire, and one order stands. */
async function expectOne(wire: readonly { key: string | null }[], orders: () => Promise<readonly string[]>) {
  expect(new Set(wire.map(({ key }) => key)).size).toBe(1);
  expect(wire[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(await orders()).toEqual(['acme 1']);
}

test('a double click places one order under one key', async ({ page, note, wire, orders }) => {
  await fillCheckout(page, { sku: 'tea-01', note });
  await placeButton(page).dblclick({ delay: 10 });
  await expect(placed(page)).toBeVisible();
  await expectOne(wire, orders);
});

test('Enter and a click while the first request is held place one order', async ({ page, note, wire, orders }) => {
  const server = gate();
  await page.route(PLACE, async (route) => {
    await server.opened;
    await route.continue();
  });
  await fillCheckout(page, { sku: 'tea-01', note });
  await page.getByLabel('Quantity').press('Enter');
  // It says that it is busy; a person presses it nevertheless.
  await placeButton(page).click({ force: true });
  server.open();
  await expect(placed(page)).toBeVisible();
  expect(wire).toHaveLength(1);
  await expectOne(wire, orders);
});

test('a reload while the request has not reached the server sends it again by itself', async ({
  page,
  note,
  wire,
  orders,
}) => {
  let seen = 0;
  await page.route(PLACE, async (route) => {
    seen += 1;
    // The first is never answered: the page that sent it goes away.
    if (seen > 1) await route.continue();
  });
  await fillCheckout(page, { sku: 'tea-01', note });
  await placeButton(page).click();
  await expect.poll(() => seen).toBe(1);
  await reload(page);
  await expect(placed(page)).toBeVisible();
  expect(wire.map(({ attempt }) => attempt)).toEqual([null, '2']);
  await expectOne(wire, orders);
});

test('a reload after the server has committed shows the order that stands', async ({ page, note, wire, orders }) => {
  let seen = 0;
  await page.route(PLACE, async (route) => {
    seen += 1;
    if (seen > 1) await route.continue();
    else await route.fetch();
  });
  await fillCheckout(page, { sku: 'tea-01', note });
  await placeButton(page).click();
  await expect.poll(orders).toEqual(['acme 1']);
  const replay = page.waitForResponse(PLACE);
  await reload(page);
  expect((await replay).headers()['idempotency-replayed']).toBe('true');
  await expect(placed(page)).toBeVisible();
  await expect(page.getByText('The request went out 2 times with one key')).toBeVisible();
  await expectOne(wire, orders);
  await reload(page);
  await expect(placeButton(page)).toBeEnabled();
  expect(wire).toHaveLength(2);
});

test('a lost answer is asked for again with the same key and is a replay, and the desk shows one record with it', async ({
  app,
  browser,
  page,
  signIn,
  note,
  wire,
  orders,
}) => {
  test.slow();
  let seen = 0;
  await page.route(PLACE, async (route) => {
    seen += 1;
    if (seen === 1) await loseAnswer(route);
    else await route.continue();
  });
  await fillCheckout(page, { sku: 'tea-01', note });
  const replay = page.waitForResponse((response) => response.url().includes('orders.place'));
  await placeButton(page).click();
  expect((await replay).headers()['idempotency-replayed']).toBe('true');
  await expect(placed(page)).toBeVisible();
  expect(wire.map(({ attempt }) => attempt)).toEqual([null, '2']);
  await expectOne(wire, orders);

  const resolver = app.credentials.operators.find(({ role }) => role === 'resolver');
  if (!resolver) throw new Error('The demo has no operator with the role resolver.');
  const desk = await browser.newPage({ baseURL: app.baseUrl });
  await signIn(desk, resolver);
  await visit(desk, `/desk/records?key=${wire[0]?.key}`);
  await expect(desk.getByText('One record in all').first()).toBeVisible();
  await desk.getByRole('table', { name: 'Records' }).getByRole('link').first().click();
  await expect(desk).toHaveURL(/\/desk\/records\/\d+/);
  // Replays are counted in aggregate, every two seconds.
  await expect(async () => {
    await desk.getByRole('button', { name: 'Refresh' }).click();
    const events = desk.getByRole('list', { name: 'Events' });
    await expect(events.getByText('Replayed once', { exact: true })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await desk.close();
});

test('offline an order waits and says so, and goes out once when the network is back', async ({
  page,
  note,
  wire,
  orders,
  context,
}) => {
  await fillCheckout(page, { sku: 'tea-01', note });
  await context.setOffline(true);
  await placeButton(page).click();
  await expect(page.getByText('You are offline')).toBeVisible();
  expect(await orders()).toEqual([]);
  await context.setOffline(false);
  await expect(placed(page)).toBeVisible();
  await expectOne(wire, orders);
});

test('a network that goes away in the middle leaves the order pending, not failed', async ({
  page,
  note,
  wire,
  orders,
  context,
}) => {
  let seen = 0;
  await page.route(PLACE, async (route) => {
    seen += 1;
    if (seen > 1) return await route.continue();
    await context.setOffline(true);
    await route.abort('internetdisconnected');
  });
  await fillCheckout(page, { sku: 'tea-01', note });
  await placeButton(page).click();
  await expect(page.getByText('You are offline')).toBeVisible();
  await context.setOffline(false);
  await expect(placed(page)).toBeVisible();
  await expectOne(wire, orders);
});

test('a duplicated tab sends the same key, and both show the one order', async ({
  page,
  note,
  wire,
  orders,
  context,
}) => {
  const server = gate();
  await context.route(PLACE, async (route) => {
    await server.opened;
    await route.continue();
  });
  await fillCheckout(page, { sku: 'tea-01', note });
  await placeButton(page).click();
  await expect.poll(() => wire.length).toBe(1);
  // A tab that a page opens gets a copy of its storage, as a duplicated one does.
  const [copy] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => void window.open(location.href)),
  ]);
  await expect.poll(() => wire.length).toBe(2);
  server.open();
  await expect(placed(page)).toBeVisible();
  await expect(placed(copy)).toBeVisible();
  await expectOne(wire, orders);
});

test('going back to the shop and to checkout again finds the order under way', async ({ page, note, wire, orders }) => {
  const server = gate();
  await page.route(PLACE, async (route) => {
    await server.opened;
    await route.continue();
  });
  await fillCheckout(page, { sku: 'tea-01', note });
  await placeButton(page).click();
  await page.getByRole('link', { name: 'All products' }).click();
  await page.getByRole('link', { name: /^Order Sencha/ }).click();
  await expect(placeButton(page)).toHaveText('Placing order…');
  await expect(page.getByLabel('Note for the warehouse')).toHaveValue(note);
  server.open();
  await expect(placed(page)).toBeVisible();
  expect(wire).toHaveLength(1);
  await expectOne(wire, orders);
});

test('before the page has its scripts no form takes anything', async ({ page }) => {
  const scripts = gate();
  await page.route('**/*.js', async (route) => {
    await scripts.opened;
    await route.continue();
  });
  await page.goto('/checkout/tea-01', { waitUntil: 'commit' });
  await expect(page.getByLabel('Quantity')).toBeDisabled();
  await expect(placeButton(page)).toBeDisabled();
  await page.goto('/escrows', { waitUntil: 'commit' });
  const release = page.getByRole('button', { name: /^Release / }).first();
  await expect(release).toBeDisabled();
  scripts.open();
  await expect(release).toBeEnabled();
});
