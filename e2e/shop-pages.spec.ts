import AxeBuilder from '@axe-core/playwright';
import { visit } from './fixtures.ts';
import { expect, fillCheckout, placeButton, placed, test } from './shop.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const WIDTHS = [360, 768, 1440];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('no page has an accessibility fault or sideways scroll for who is not signed in', async ({ page }) => {
      test.slow();
      for (const path of [
        '/',
        '/checkout/tea-01',
        '/orders',
        '/orders/ord_none/pay',
        '/escrows',
        '/checkout/no-such-article',
        '/no-such-page',
      ]) {
        await visit(page, path);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        }
        const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
        expect(
          violations.map(({ id, nodes }) => `${path} ${id}: ${nodes.map(({ target }) => target).join(' ')}`),
        ).toEqual([]);
      }
    });

    test('a declined and a paid order have no accessibility fault', async ({ page, become, note }) => {
      await become('acme');
      await fillCheckout(page, { sku: 'tea-01', note });
      await placeButton(page).click();
      await page.getByRole('link', { name: 'Pay now' }).click();
      await page.getByLabel('Card of the sandbox').selectOption('tok_chargeDeclined');
      const pay = page.getByRole('button', { name: 'Pay', exact: true });
      await pay.click();
      await expect(page.getByText('The card was declined')).toBeVisible();
      expect((await new AxeBuilder({ page }).withTags(RULES).analyze()).violations).toEqual([]);
      await page.setViewportSize({ width: 360, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await page.getByLabel('Card of the sandbox').selectOption('tok_visa');
      await pay.click();
      await expect(page.getByRole('heading', { name: 'Order paid' })).toBeVisible();
      expect((await new AxeBuilder({ page }).withTags(RULES).analyze()).violations).toEqual([]);
    });

    test('a refusal and a placed order have no accessibility fault', async ({ page, become, note }) => {
      await become('acme');
      await fillCheckout(page, { sku: 'tea-02', note, quantity: 1_000 });
      await placeButton(page).click();
      await expect(page.getByText('Not enough in stock')).toBeVisible();
      expect((await new AxeBuilder({ page }).withTags(RULES).analyze()).violations).toEqual([]);
      await page.getByLabel('Quantity').fill('1');
      await placeButton(page).click();
      await expect(placed(page)).toBeVisible();
      expect((await new AxeBuilder({ page }).withTags(RULES).analyze()).violations).toEqual([]);
    });
  });
}

test('the theme that a person chose stays over a reload, before any script of the page has run', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await visit(page, '/');
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveClass(/dark/);
});

test('the orders page loads more on request and repeats none', async ({ page, become, note, context, app }) => {
  const globex = app.credentials.accounts.find(({ name }) => name === 'globex');
  for (let index = 0; index < 22; index += 1) {
    const response = await context.request.post(`${app.baseUrl}/api/trpc/orders.place`, {
      data: { json: { sku: 'beans-01', quantity: 1, note } },
      headers: { authorization: `Bearer ${globex?.apiKey}`, 'idempotency-key': crypto.randomUUID() },
    });
    expect(response.status()).toBe(200);
  }
  await become('globex');
  await visit(page, '/orders');
  const ids = page.getByRole('button', { name: /^Copy order id/ });
  await expect(ids).toHaveCount(20);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect.poll(() => ids.count()).toBeGreaterThan(21);
  const texts = await ids.allTextContents();
  expect(new Set(texts).size).toBe(texts.length);
});
