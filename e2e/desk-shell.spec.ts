import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { type App, expect, reload, test, visit } from './fixtures.ts';

const operatorOf = (app: App, role: string) => {
  const operator = app.credentials.operators.find((known) => known.role === role);
  if (!operator) throw new Error(`The demo has no operator with the role ${role}.`);
  return operator;
};

/** Asks the app's own database. */
const sql = async <Row extends pg.QueryResultRow>(app: App, text: string, ...values: unknown[]): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  return (await client.query<Row>(text, values).finally(() => client.end())).rows;
};

/** A completed record with this answer; gives its id. */
const addRecord = async (app: App, answer: string, key: string = randomUUID()): Promise<string> => {
  const [row] = await sql<{ id: string }>(
    app,
    `INSERT INTO idempotency_record
       (scope, key, procedure, mode, caller, state, fingerprint, fingerprint_version, field_prints, lease_expires_at,
        completed_at, outcome, outcome_status, answer, answer_kept, answer_bytes, answer_expires_at, key_expires_at, forget_at)
     VALUES ('acc_e2e', $1, 'orders.place', 'transactional', 'test', 'COMPLETED', '\\x00', 1, '{"sku":"x","quantity":"y"}',
        now(), now(), 'success', 200, $2, 'full', octet_length($2), now() + interval '3 days', now() + interval '30 days',
        now() + interval '60 days') RETURNING id::text`,
    key,
    answer,
  );
  return row?.id ?? '';
};

/** A phased record in progress with so many events; gives its id and those of the events. */
const addRun = async (app: App, events: number): Promise<{ id: string; eventIds: string[] }> => {
  const [row] = await sql<{ id: string }>(
    app,
    `INSERT INTO idempotency_record
       (scope, key, procedure, mode, caller, state, fingerprint, fingerprint_version, field_prints, lease_expires_at,
        created_at, open_since, next_try_at, input, input_version, parked_reason)
     VALUES ('acc_e2e', gen_random_uuid()::text, 'orders.pay', 'phased', 'test', 'IN_PROGRESS', '\\x00', 1, '{}',
        now() - interval '1 hour', now() - interval '2 hours', now() - interval '2 hours', now() + interval '1 day', '{}', 1,
        'for a test of the desk') RETURNING id::text`,
  );
  const id = row?.id ?? '';
  const added = await sql<{ id: string }>(
    app,
    `INSERT INTO record_event (record_id, attempt, event, step, detail, at)
     SELECT $1, n, CASE WHEN n % 50 = 0 THEN 'late_write_rejected' ELSE 'looked_up' END, 'charge', 'look ' || n,
       now() - interval '2 hours' + n * interval '10 seconds' FROM generate_series(1, $2::int) AS n RETURNING id::text`,
    id,
    events,
  );
  return { id, eventIds: added.map((event) => event.id) };
};

const expectNoViolation = async (page: Page, what: string): Promise<void> => {
  expect((await new AxeBuilder({ page }).analyze()).violations, what).toEqual([]);
};

test.describe('by keyboard', () => {
  test('the palette opens pages, does actions, and opens what is pasted', async ({ app, page, signIn }) => {
    const key = `pasted-${randomUUID()}`;
    const id = await addRecord(app, '{}', key);
    await signIn(page, operatorOf(app, 'resolver'));
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();

    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await page.keyboard.type('conflicts');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/desk\/conflicts/);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('dark theme');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveClass(/dark/);

    await page.keyboard.press('Control+k');
    await page.keyboard.type(key);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/desk/records/${id}$`));
  });

  test('g and a letter opens a page, ? the help, / the top box, and letters rest while typing', async ({
    app,
    page,
    signIn,
  }) => {
    await signIn(page, operatorOf(app, 'viewer'));
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await expect(page).toHaveURL(/\/desk$/);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('/');
    const box = page.getByRole('searchbox', { name: /^Find a key/ });
    await expect(box).toBeFocused();
    await page.keyboard.type('gt?');
    await expect(box).toHaveValue('gt?');
    await expect(page).toHaveURL(/\/desk$/);
    await page.keyboard.press('Escape');
    await box.blur();
    // Again, since the two belong together only when they come within a second.
    await expect(async () => {
      await page.keyboard.press('g');
      await page.keyboard.press('t');
      await expect(page).toHaveURL(/\/desk\/settings$/, { timeout: 4_000 });
    }).toPass();
    await page.getByText('Off', { exact: true }).click();
    await page.keyboard.press('Tab');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('the navigation shows only what the role may open', async ({ app, page, signIn }) => {
    await signIn(page, operatorOf(app, 'viewer'));
    const links = page.getByRole('navigation', { name: 'Desk' }).getByRole('link');
    await expect(links.filter({ hasText: 'Records' })).toHaveCount(1);
    await expect(links.filter({ hasText: 'Audit' })).toHaveCount(0);
  });
});

test.describe('settings', () => {
  test('times are written in the zone that was chosen, by the server too', async ({ app, page, signIn, browser }) => {
    const id = await addRecord(app, '{}');
    await signIn(page, operatorOf(app, 'viewer'));
    await visit(page, '/desk/settings');
    await page.getByText('Another zone').click();
    await page.getByLabel('Name of the zone').fill('Asia/Kolkata');
    await expect(page.getByText('2026-11-03 03:33:22 GMT+5:30')).toBeVisible();
    await visit(page, `/desk/records/${id}`);
    await expect(page.getByRole('status').filter({ hasText: /\d\d:\d\d:\d\d GMT\+5:30/ })).toBeVisible();
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: app.baseUrl,
      storageState: await page.context().storageState(),
    });
    const still = await context.newPage();
    await still.goto(`/desk/records/${id}`);
    expect(await still.content()).toContain('GMT+5:30');
    await context.close();
  });

  test('a chosen theme is there before the first paint', async ({ app, page, signIn }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await signIn(page, operatorOf(app, 'viewer'));
    await visit(page, '/desk/settings');
    await page.getByText('Dark', { exact: true }).click();
    await expect(page.locator('html')).toHaveClass(/dark/);
    // What the first frame with anything in it sees: the class is set by a script at the body's begin, before anything is drawn.
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seenAtPaint: seen });
      new PerformanceObserver(() => seen.push(document.documentElement.className)).observe({
        type: 'paint',
        buffered: true,
      });
      const watch = () => {
        if (document.body?.querySelector('header')) seen.push(document.documentElement.className);
        else requestAnimationFrame(watch);
      };
      requestAnimationFrame(watch);
    });
    await visit(page, '/desk');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const seen = () => page.evaluate(() => (window as unknown as { seenAtPaint: string[] }).seenAtPaint);
    await expect.poll(async () => (await seen()).length).toBeGreaterThan(0);
    for (const classes of await seen()) expect(classes).toContain('dark');
  });

  test('the roles are those of the code', async ({ app, page, signIn }) => {
    await signIn(page, operatorOf(app, 'viewer'));
    await visit(page, '/desk/settings');
    const row = page.getByRole('row', { name: /^records:fence/ });
    await expect(row.getByText('yes')).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Invite somebody' })).toHaveCount(0);
  });
});

test.describe('access', () => {
  test('an admin invites; the link sets a password once; the new person signs in with that role', async ({
    app,
    page,
    signIn,
    browser,
  }) => {
    // Five people's sign-ins, each hashed on purpose slowly.
    test.setTimeout(180_000);
    const email = `${randomUUID()}@desk.example`;
    const name = `Grace ${email.slice(0, 8)}`;
    const password = `a few words ${randomUUID()}`;
    await signIn(page, operatorOf(app, 'admin'));
    await visit(page, '/desk/settings');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Role', { exact: true }).selectOption('auditor');
    await page.getByLabel('Reason', { exact: true }).fill('Audits the third quarter.');
    await page.getByRole('button', { name: 'Make an invitation link' }).click();
    const link = page.getByRole('button', { name: /^Copy invitation link/ });
    await expect(link).toBeVisible();
    const url = (await link.getAttribute('aria-label'))?.replace('Copy invitation link: ', '') ?? '';

    const context = await browser.newContext({ baseURL: app.baseUrl });
    const guest = await context.newPage();
    await visit(guest, url);
    await expect(guest.getByRole('heading', { level: 1, name: `Welcome, ${name}` })).toBeVisible();
    await expectNoViolation(guest, 'invitation');
    await guest.getByLabel('Password', { exact: true }).fill(password);
    await guest.getByLabel('Password again').fill(`${password}!`);
    await guest.getByRole('button', { name: 'Set password' }).click();
    await expect(guest.getByText('The two passwords are not the same.')).toBeVisible();
    await guest.getByLabel('Password', { exact: true }).fill(password);
    await guest.getByLabel('Password again').fill(password);
    await guest.getByRole('button', { name: 'Set password' }).click();
    await expect(guest.getByText('Your password is set')).toBeVisible();
    await signIn(guest, { email, password });
    await expect(guest).toHaveURL(/\/desk$/);
    const links = guest.getByRole('navigation', { name: 'Desk' }).getByRole('link');
    await expect(links.filter({ hasText: 'Audit' })).toHaveCount(1);
    await expect(links.filter({ hasText: 'Records' })).toHaveCount(0);
    expect((await visit(guest, '/desk/records'))?.status()).toBe(403);
    await visit(guest, url);
    await expect(guest.getByText('This link opens nothing')).toBeVisible();

    // A change of role ends the open session; the next sign-in has the new one.
    await reload(page);
    await page.getByRole('button', { name: `Change role: ${name}` }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel(/New role/).selectOption('viewer');
    await dialog.getByLabel('Reason').fill('The audit is over now.');
    await dialog.getByRole('button', { name: `Change role of ${name}` }).click();
    await expect(dialog).toHaveCount(0);
    await visit(guest, '/desk');
    await expect(guest.getByText('Your session has ended')).toBeVisible();
    await signIn(guest, { email, password });
    await visit(guest, '/desk/records');
    await expect(guest.getByRole('heading', { level: 1, name: 'Records' })).toBeVisible();

    // Everywhere is every device.
    const second = await context.browser()?.newContext({ baseURL: app.baseUrl });
    const other = await second?.newPage();
    if (!other) throw new Error('There is no second device.');
    await signIn(other, { email, password });
    await visit(guest, '/desk/settings');
    await guest.getByRole('button', { name: 'Sign out everywhere' }).click();
    await guest.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(guest).toHaveURL(/\/sign-in/);
    await visit(other, '/desk');
    await expect(other.getByText('Your session has ended')).toBeVisible();
    await second?.close();
    await context.close();
  });
});

test.describe('the record page', () => {
  test('a timeline of 500 events keeps few lines in the page, and a link leads to one of them', async ({
    app,
    page,
    signIn,
  }) => {
    const { id, eventIds } = await addRun(app, 500);
    await signIn(page, operatorOf(app, 'viewer'));
    const linked = eventIds[337];
    await visit(page, `/desk/records/${id}#event-${linked}`);
    const line = page.locator(`#event-${linked}`);
    await expect(line).toBeInViewport();
    await expect(line).toContainText('look 338');
    // Through all of it: what a frame costs is the lines that it draws.
    const most = await page.getByRole('region', { name: /events$/ }).evaluate(async (region) => {
      let lines = region.querySelectorAll('li').length;
      for (let top = 0; top < region.scrollHeight; top += 2_000) {
        region.scrollTo({ top });
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        lines = Math.max(lines, region.querySelectorAll('li').length);
      }
      return lines;
    });
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(80);
    await page.getByRole('button', { name: /^Trouble/ }).click();
    await expect(page).toHaveURL(/events=trouble/);
    await expect(
      page.getByRole('list', { name: 'Events' }).getByText('Late write rejected: charge').first(),
    ).toBeVisible();
    await reload(page);
    await expect(page.getByRole('button', { name: /^Trouble/ })).toHaveAttribute('aria-pressed', 'true');
  });

  test('its panel is in the URL, and each action says why it cannot be done', async ({ app, page, signIn }) => {
    const id = await addRecord(app, '{"json":{"orderId":"ord_1"}}');
    await signIn(page, operatorOf(app, 'viewer'));
    await visit(page, `/desk/records/${id}?tab=answer`);
    await expect(page.getByRole('region', { name: 'Answer text' })).toContainText('"ord_1"');
    await page.getByRole('tab', { name: 'Requests' }).click();
    await expect(page).toHaveURL(/tab=requests/);
    await expect(page.getByText('sku, quantity (prints are kept, no values)')).toBeVisible();
    await expect(page.getByText('Your role "viewer" lacks the permission "records:fence".')).toBeVisible();
  });

  test('prints as one page', async ({ app, page, signIn }) => {
    const { id } = await addRun(app, 500);
    await signIn(page, operatorOf(app, 'viewer'));
    await visit(page, `/desk/records/${id}`);
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  });

  test('answers of any shape stay usable: deep, long, one huge string, very many members', async ({
    app,
    page,
    signIn,
  }) => {
    test.setTimeout(180_000);
    await signIn(page, operatorOf(app, 'viewer'));
    const shapes = {
      deep: `${'['.repeat(10_000)}1${']'.repeat(10_000)}`,
      lines: `[${Array.from({ length: 5_000 }, (_, n) => `{"n":${n}}`).join(',')}]`,
      string: `{"text":"${'x'.repeat(1 << 20)}","end":9007199254740993}`,
      members: `{${Array.from({ length: 100_000 }, (_, n) => `"key${n}":${n}`).join(',')}}`,
    };
    for (const [shape, answer] of Object.entries(shapes)) {
      const id = await addRecord(app, answer);
      await visit(page, `/desk/records/${id}?tab=answer`);
      const load = page.getByRole('button', { name: /^Load / });
      await expect(load.or(page.getByRole('region', { name: 'Answer text' }))).toBeVisible();
      if (await load.isVisible()) await load.click();
      const region = page.getByRole('region', { name: 'Answer text' });
      await expect(region, shape).toBeVisible({ timeout: 30_000 });
      const expectFewLines = async () => expect(await region.locator('div').count(), shape).toBeLessThan(300);
      await expectFewLines();
      if (shape === 'string') await expect(region.getByText('9007199254740993')).toBeVisible();
      await page.getByRole('button', { name: 'Fold', exact: true }).click();
      await page.getByRole('button', { name: 'Unfold', exact: true }).click();
      await expectFewLines();
    }
    await page.getByRole('searchbox', { name: 'Search in Answer text' }).fill('key77777');
    await expect(page.getByText('1 of 1')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Answer text' }).getByText('"key77777"')).toBeVisible();
  });
});

test('dragging over the chart opens the records of that span, and the table has the same links', async ({
  app,
  page,
  signIn,
}) => {
  await signIn(page, operatorOf(app, 'viewer'));
  await visit(page, '/desk');
  const chart = page.getByRole('img', { name: /claims, .* replays/ });
  await expect(chart.locator('svg').first()).toBeVisible();
  await page.getByRole('button', { name: 'Table of Claims, replays and conflicts' }).click();
  await expect(
    page.getByRole('table', { name: 'Claims, replays and conflicts' }).getByRole('link').first(),
  ).toHaveAttribute('href', /createdFrom=.*createdTo=/);
  await page.getByRole('button', { name: 'Chart of Claims, replays and conflicts' }).click();
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  if (!box) throw new Error('The chart has no place.');
  const y = box.y + box.height / 3;
  await page.mouse.move(box.x + box.width * 0.3, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.45, y, { steps: 6 });
  await page.mouse.move(box.x + box.width * 0.6, y, { steps: 6 });
  await page.mouse.up();
  await expect(page).toHaveURL(/\/desk\/records\?createdFrom=.*createdTo=/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the palette, in the help sheet and on a long timeline, ${colorScheme}`, async ({
    app,
    page,
    signIn,
  }) => {
    const { id } = await addRun(app, 80);
    await page.emulateMedia({ colorScheme });
    await signIn(page, operatorOf(app, 'admin'));
    await visit(page, `/desk/records/${id}`);
    // The page's scripts make the tabs reachable by keyboard.
    await expect(page.getByRole('tablist', { name: 'About this record' })).toHaveAttribute('tabindex', '0');
    await expectNoViolation(page, 'timeline');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoViolation(page, 'palette');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoViolation(page, 'help');
  });
}
