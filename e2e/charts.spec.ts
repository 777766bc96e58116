import type { Browser, Page } from '@playwright/test';
import { gate } from '../src/testing/gate.ts';
import { hydrated } from './fixtures.ts';
import { expect, type PicturedApp, SHOWN_NOW, test } from './pictures/fixture.ts';

/** A laptop and a telephone: how many labels an axis has room for depends on it. */
const WIDTHS = [1440, 360] as const;

const CHARTS = 3;

/** More than a chart takes from its script to its last label. */
const FRAMES = 60;

test('charts show the same labels at the same places, however late the font comes', async ({ browser, pictured }) => {
  // Two visits a width, of pages that a busy machine may take many seconds for.
  test.setTimeout(300_000);
  for (const width of WIDTHS) {
    const inTime = await openOverview(browser, pictured, { width, fonts: Promise.resolve() });
    const expected = await labelsOf(inTime);
    await inTime.context().close();

    const fonts = gate();
    const late = await openOverview(browser, pictured, { width, fonts: fonts.opened });
    await hydrated(late);
    await framesPassed(late);
    const early = await axesOf(late).locator('text').allTextContents();
    fonts.open();
    expect(early, `drawn at ${width} px before the font`).toEqual([]);
    expect(await labelsOf(late), `${width} px`).toEqual(expected);
    await late.context().close();
  }
});

type Opening = { readonly width: number; readonly fonts: Promise<void> };

async function openOverview(browser: Browser, pictured: PicturedApp, { width, fonts }: Opening): Promise<Page> {
  const context = await browser.newContext({
    baseURL: pictured.baseUrl,
    viewport: { width, height: 1_000 },
    timezoneId: 'UTC',
    locale: 'en-GB',
  });
  await context.addCookies([...(pictured.cookies.get('admin') ?? [])]);
  await context.route('**/*.woff2', (route) => fonts.then(() => route.continue()));
  const page = await context.newPage();
  await page.clock.setFixedTime(SHOWN_NOW);
  // The load of the page waits for its fonts.
  await page.goto('/desk', { waitUntil: 'domcontentloaded' });
  return page;
}

const axesOf = (page: Page) => page.locator('.recharts-cartesian-axis');

/** What the axes of all charts say, and where. */
async function labelsOf(page: Page): Promise<string[]> {
  await expect(page.locator('.recharts-surface .recharts-xAxis')).toHaveCount(CHARTS);
  await framesPassed(page);
  return axesOf(page)
    .locator('text')
    .evaluateAll((texts) =>
      texts.map((text) => `${text.textContent} at ${text.getAttribute('x')},${text.getAttribute('y')}`),
    );
}

const framesPassed = (page: Page): Promise<void> =>
  page.evaluate(async (frames) => {
    for (let n = 0; n < frames; n += 1) await new Promise(requestAnimationFrame);
  }, FRAMES);
