import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Browser, Page, TestInfo } from '@playwright/test';
import { expect, idOf, type PicturedApp, SHOWN_NOW, test } from './pictures/fixture.ts';
import { pages, type Viewer } from './pictures/pages.ts';
import { shrinkPictures } from './pictures/shrink.ts';
import { systemOf } from './pictures/system.ts';

// One web process and one database for all of them.
test.describe.configure({ mode: 'default' });
// A trace would take more pictures than the test.
test.use({ trace: 'off' });

/** A long list says by its first rows what it looks like. */
const MAX_HEIGHT = 2_000;

/** A laptop's window: what is shorter is shown in it. */
const MIN_HEIGHT = 800;

/** One page's pictures are a second or two; a browser that shares two cores with others takes ten times that. */
const PER_PAGE_MS = 20_000;

// Only new pictures are shrunk: a run that compares writes none.
test.afterAll(async ({ browser }, info) => {
  if (!isRenewed(info)) return;
  await shrinkPictures(dirname(dirname(info.snapshotPath(...firstPicture(systemOf(browser.version()))))));
});

const VIEWERS: readonly Viewer[] = ['nobody', 'customer', 'resolver', 'admin'];

const WIDTHS = [1440, 768, 360] as const;

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every page looks as it did, ${colorScheme}, at 1440, 768 and 360 px`, async ({ browser, pictured }, info) => {
    const shown = pages(idOf);
    test.setTimeout(shown.length * PER_PAGE_MS);
    const system = systemOf(browser.version());
    const isCompared = isRenewed(info) || existsSync(info.snapshotPath(...firstPicture(system)));
    const visits = new Map<Viewer, Page>();
    for (const viewer of VIEWERS) visits.set(viewer, await open({ viewer, colorScheme, pictured, browser }));
    for (const { name, path, as } of shown) {
      const page = visits.get(as) as Page;
      // At the widest first: one visit serves all three widths, and most of the time goes into visits.
      await page.setViewportSize({ width: WIDTHS[0], height: MIN_HEIGHT });
      await page.goto(path);
      await settled(page);
      for (const width of WIDTHS) {
        await fitTo(page, width);
        const picture = [system, `${colorScheme}-${width}`, `${name}.png`];
        if (isCompared) await expect.soft(page, `${path} at ${width} px`).toHaveScreenshot(picture);
        else await page.screenshot({ path: info.outputPath(...picture), animations: 'disabled', caret: 'hide' });
      }
    }
    for (const page of visits.values()) await page.context().close();
  });
}

/** As high as the page, so that all of it is in the picture. */
async function fitTo(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: MIN_HEIGHT });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(height, MAX_HEIGHT) });
}

const isRenewed = ({ config }: TestInfo): boolean =>
  config.updateSnapshots === 'all' || config.updateSnapshots === 'changed';

const firstPicture = (system: string) => [system, 'light-360', 'shop.png'] as const;

type Opening = {
  readonly viewer: Viewer;
  readonly colorScheme: 'light' | 'dark';
  readonly pictured: PicturedApp;
  readonly browser: Browser;
};

async function open({ viewer, colorScheme, pictured, browser }: Opening): Promise<Page> {
  const context = await browser.newContext({
    baseURL: pictured.baseUrl,
    colorScheme,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale: 'en-GB',
  });
  await context.addCookies([...(pictured.cookies.get(viewer) ?? [])]);
  const page = await context.newPage();
  await page.clock.setFixedTime(SHOWN_NOW);
  return page;
}

/** Nothing is on its way any more: every query has answered, and what is loaded late is there. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}
