import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page, TestInfo } from '@playwright/test';
import { visit } from './fixtures.ts';
import { expect, idOf, type PicturedApp, SHOWN_NOW, test } from './pictures/fixture.ts';
import { pages, type Viewer } from './pictures/pages.ts';
import { shrinkPictures } from './pictures/shrink.ts';
import { systemOf } from './pictures/system.ts';

/** A long list says by its first rows what it looks like. */
const MAX_HEIGHT = 2_000;

/** A laptop's window: what is shorter is shown in it. */
const MIN_HEIGHT = 800;

/** One page's pictures are a second or two; a browser that shares two cores with others takes ten times that. */
const PER_PAGE_MS = 20_000;

/** Two pictures that are alike are half a second apart; a busy machine takes ten times that. */
const PICTURE_MS = 5_000;

// Only new pictures are shrunk: a run that compares writes none.
test.afterAll(async ({ browser }, info) => {
  if (!isRenewed(info)) return;
  await shrinkPictures(dirname(dirname(info.snapshotPath(...firstPicture(systemOf(browser.version()))))));
});

const VIEWERS: readonly Viewer[] = ['nobody', 'customer', 'resolver', 'admin'];

// What changes between a laptop and a telephone is where things stand, which no colour has a part in.
const WIDTHS = { light: [1440, 768, 360], dark: [1440, 360] } as const;

for (const colorScheme of ['light', 'dark'] as const) {
  const widths = WIDTHS[colorScheme];
  test(`every page, ${colorScheme}, looks as it did at ${widths.join(', ')} px, never scrolls sideways, and axe finds nothing`, async ({
    browser,
    pictured,
  }, info) => {
    const visited = pages(idOf);
    test.setTimeout(visited.length * PER_PAGE_MS);
    const system = systemOf(browser.version());
    const isCompared = isRenewed(info) || existsSync(info.snapshotPath(...firstPicture(system)));
    const blocked: string[] = [];
    const visits = new Map<Viewer, Page>();
    for (const viewer of VIEWERS) visits.set(viewer, await open({ viewer, colorScheme, pictured, browser, blocked }));
    for (const { name, path, as, isPictured = true } of visited) {
      const page = visits.get(as) as Page;
      // At the widest first: one visit serves all widths, and most of the time goes into visits.
      await page.setViewportSize({ width: widths[0], height: MIN_HEIGHT });
      await visit(page, path);
      await settled(page);
      // The one rule of WCAG 2.2 AA that axe has, and that it leaves out unless asked.
      const axe = new AxeBuilder({ page }).options({ rules: { 'target-size': { enabled: true } } });
      const { violations } = await axe.analyze();
      expect.soft(faultsOf(violations), path).toEqual([]);
      for (const width of widths) {
        await fitTo(page, width);
        await expect.soft.poll(() => overflowOf(page), { message: `${path} at ${width} px` }).toBe(0);
        if (!isPictured) continue;
        const picture = [system, `${colorScheme}-${width}`, `${name}.png`];
        // Anew at each try: what arrived after the page was measured has made it higher.
        const looksTheSame = async () => {
          await fitTo(page, width);
          await expect(page).toHaveScreenshot(picture, { timeout: PICTURE_MS });
        };
        if (isCompared) await expect.soft(looksTheSame, `${path} at ${width} px`).toPass({ timeout: 4 * PICTURE_MS });
        else await page.screenshot({ path: info.outputPath(...picture), animations: 'disabled', caret: 'hide' });
      }
    }
    for (const page of visits.values()) await page.context().close();
    expect(blocked).toEqual([]);
    // Last, so that all the rest of it has been tried; what failed before makes it a failure all the same.
    info.skip(
      !isCompared,
      `Its pictures were made and not compared: there are none of ${system}. Nothing else failed.`,
    );
  });
}

/** Which rule, and where. */
const faultsOf = (violations: Awaited<ReturnType<AxeBuilder['analyze']>>['violations']): string[] =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** As high as the page, so that all of it is in the picture. */
async function fitTo(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: MIN_HEIGHT });
  const height = await restingHeightOf(page);
  await page.setViewportSize({ width, height: Math.min(height, MAX_HEIGHT) });
}

/** What follows a new width by script moves the page some frames later. */
const restingHeightOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const frames = async (count: number) => {
      for (let n = 0; n < count; n++) await new Promise(requestAnimationFrame);
      return document.documentElement.scrollHeight;
    };
    let height = await frames(2);
    for (let next = await frames(4); next !== height; next = await frames(4)) height = next;
    return height;
  });

const isRenewed = ({ config }: TestInfo): boolean =>
  config.updateSnapshots === 'all' || config.updateSnapshots === 'changed';

const firstPicture = (system: string) => [system, 'light-360', 'shop.png'] as const;

type Opening = {
  readonly viewer: Viewer;
  readonly colorScheme: 'light' | 'dark';
  readonly pictured: PicturedApp;
  readonly browser: Browser;
  /** What the content security policy stopped is added here. */
  readonly blocked: string[];
};

async function open({ viewer, colorScheme, pictured, browser, blocked }: Opening): Promise<Page> {
  const context = await browser.newContext({
    baseURL: pictured.baseUrl,
    colorScheme,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale: 'en-GB',
  });
  await context.addCookies([...(pictured.cookies.get(viewer) ?? [])]);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) blocked.push(message.text());
  });
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
