import type { Browser, Page, Response } from '@playwright/test';
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
    const scripts: Promise<string[]>[] = [];
    const inTime = await openOverview(browser, pictured, {
      width,
      fonts: Promise.resolve(),
      onResponse: (response) => scripts.push(chartScript(response)),
    });
    const expected = await labelsOf(inTime);
    const ofCharts = (await Promise.all(scripts)).flat();
    expect(ofCharts).not.toEqual([]);
    expect(expected).not.toEqual([]);
    await inTime.context().close();

    const fonts = gate();
    const arrived = new Set<string>();
    const late = await openOverview(browser, pictured, {
      width,
      fonts: fonts.opened,
      onResponse: (response) => arrived.add(response.url()),
    });
    await hydrated(late);
    // From here on they could be drawn.
    await expect.poll(() => ofCharts.filter((url) => !arrived.has(url))).toEqual([]);
    await framesPassed(late);
    const early = await labelsIn(late).allTextContents();
    fonts.open();
    expect(early, `drawn at ${width} px before the font`).toEqual([]);
    expect(await labelsOf(late), `${width} px`).toEqual(expected);
    await late.context().close();
  }
});

type Opening = {
  readonly width: number;
  readonly fonts: Promise<void>;
  readonly onResponse: (response: Response) => void;
};

async function openOverview(
  browser: Browser,
  pictured: PicturedApp,
  { width, fonts, onResponse }: Opening,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: pictured.baseUrl,
    viewport: { width, height: 1_000 },
    timezoneId: 'UTC',
    locale: 'en-GB',
  });
  await context.addCookies([...(pictured.cookies.get('admin') ?? [])]);
  await context.route('**/*.woff2', (route) => fonts.then(() => route.continue()));
  const page = await context.newPage();
  page.on('response', onResponse);
  await page.clock.setFixedTime(SHOWN_NOW);
  // The load of the page waits for its fonts.
  await page.goto('/desk', { waitUntil: 'domcontentloaded' });
  return page;
}

/** The response's address, if it is a script that draws charts. */
async function chartScript(response: Response): Promise<string[]> {
  if (response.request().resourceType() !== 'script') return [];
  const text = await response.text().catch(() => '');
  return text.includes('recharts-cartesian-axis') ? [response.url()] : [];
}

const labelsIn = (page: Page) => page.locator('.recharts-cartesian-axis-tick-value');

/** What the axes of all charts say, and where. */
async function labelsOf(page: Page): Promise<string[]> {
  await expect(page.locator('.recharts-surface .recharts-xAxis')).toHaveCount(CHARTS);
  await framesPassed(page);
  return labelsIn(page).evaluateAll((labels) =>
    labels.map((label) => `${label.textContent} at ${label.getAttribute('x')},${label.getAttribute('y')}`),
  );
}

const framesPassed = (page: Page): Promise<void> =>
  page.evaluate(async (frames) => {
    for (let n = 0; n < frames; n += 1) await new Promise(requestAnimationFrame);
  }, FRAMES);
