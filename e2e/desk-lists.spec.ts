import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import pg from 'pg';
import { freshAddress } from '../src/testing/fresh-address.ts';
import { type App, test as base, expect, reload, visit } from './fixtures.ts';

type Sql = (text: string, values?: unknown[]) => Promise<Record<string, string>[]>;
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;
type Role = 'viewer' | 'resolver' | 'admin';

const ROLES: readonly Role[] = ['viewer', 'resolver', 'admin'];

type Desk = {
  /** The database beside the app: what the world does while an operator looks. */
  sql: Sql;
  /** Makes the page's context an operator's of this role, without a form. */
  become: (page: Page, role: Role) => Promise<void>;
};

const test = base.extend<Desk, { sessions: ReadonlyMap<Role, Cookies> }>({
  // Once per worker, and not by the form, which has specs of its own.
  sessions: [
    async ({ app, browser }, use) => {
      const sessions = new Map<Role, Cookies>();
      for (const role of ROLES) {
        const { email, password } = operatorOf(app, role);
        const context = await browser.newContext();
        // Of its own, so that the limit of sign-ins per address is left to those who use the form.
        const headers = { origin: app.baseUrl, 'x-forwarded-for': freshAddress() };
        const answer = await context.request.post(`${app.baseUrl}/api/auth/sign-in/email`, {
          data: { email, password },
          headers,
        });
        expect(answer.status()).toBe(200);
        sessions.set(role, await context.cookies());
        await context.close();
      }
      await use(sessions);
    },
    { scope: 'worker' },
  ],
  become: async ({ sessions }, use) =>
    use(async (page, role) => {
      await page.context().addCookies(sessions.get(role) ?? []);
    }),
  sql: async ({ app }, use) => {
    const client = new pg.Client({ connectionString: app.databaseUrl });
    await client.connect();
    await use(async (text, values = []) => (await client.query(text, values)).rows);
    await client.end();
  },
});

const operatorOf = (app: App, role: string) => {
  const operator = app.credentials.operators.find((known) => known.role === role);
  if (!operator) throw new Error(`The demo has no operator with the role ${role}.`);
  return operator;
};

/** A completed record of this procedure, which is this test's own; gives its id. */
const addRecord = async (
  sql: Sql,
  procedure: string,
  key: string = randomUUID(),
  answer = '{"json":1}',
): Promise<string> => {
  const [row] = await sql(
    `INSERT INTO idempotency_record
       (scope, key, procedure, mode, caller, state, fingerprint, fingerprint_version, field_prints, lease_expires_at, completed_at,
        outcome, outcome_status, answer, answer_kept, answer_bytes, resource_id, answer_expires_at, key_expires_at, forget_at)
     VALUES ('acc_lists', $1, $2, 'transactional', 'api-key:lists', 'COMPLETED', '\\x00', 1, '{}', now(), now(), 'success', 200, $3,
        'full', octet_length($3), 'ord_lists', now() + interval '3 days', now() + interval '30 days', now() + interval '60 days')
     RETURNING id::text`,
    [key, procedure, answer],
  );
  return row?.id ?? '';
};

const rowsOf = (page: Page) => page.locator('tbody tr[data-row]');
const idsOf = (page: Page) => rowsOf(page).evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.row));

test('a row changes in place, and new ones wait until they are asked for', async ({ page, become, sql }) => {
  const procedure = `lists.${randomUUID()}`;
  const [first, second] = [await addRecord(sql, procedure), await addRecord(sql, procedure)];
  await become(page, 'viewer');
  await visit(page, `/desk/records?procedure=${procedure}`);
  await expect(page.getByText('2 records in all')).toBeVisible();
  await expect(page.getByText('Live')).toBeVisible();

  await sql('UPDATE idempotency_record SET replay_count = 7 WHERE id = $1', [first]);
  const third = await addRecord(sql, procedure);
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible({ timeout: 20_000 });
  await expect(page.locator(`tr[data-row="${first}"]`)).toHaveAttribute('data-change', 'changed');
  await expect(page.locator(`tr[data-row="${first}"]`)).toContainText('7');
  expect(await idsOf(page)).toEqual([second, first]);

  await page.getByRole('button', { name: '1 new' }).click();
  await expect(rowsOf(page)).toHaveCount(3);
  expect(await idsOf(page)).toEqual([third, second, first]);
  await expect(page.getByRole('button', { name: '1 new' })).toHaveCount(0);
});

test('it rests while rows are selected, a dialog is open or the tab is hidden, and says why', async ({
  page,
  become,
  sql,
}) => {
  const procedure = `lists.${randomUUID()}`;
  await addRecord(sql, procedure);
  await become(page, 'resolver');
  await page.clock.install();
  await visit(page, `/desk/records?procedure=${procedure}`);
  await page.getByRole('checkbox', { name: /^Select record/ }).check();
  await expect(page.getByText('Paused: rows are selected')).toBeVisible();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('desk.records.list')) asked += 1;
  });
  await addRecord(sql, procedure);
  // A minute of the page's own timers, many times the interval.
  await page.clock.runFor(60_000);
  expect(asked).toBe(0);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible({ timeout: 20_000 });

  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByText('Paused: a dialog is open')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Live')).toBeVisible();

  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page.getByText('Paused: this tab is hidden')).toBeVisible();
});

test('a refresh that fails keeps the rows, says stale and quotes the request', async ({ page, become, sql }) => {
  const procedure = `lists.${randomUUID()}`;
  await addRecord(sql, procedure);
  await become(page, 'viewer');
  await visit(page, `/desk/records?procedure=${procedure}`);
  await expect(rowsOf(page)).toHaveCount(1);
  await page.route('**/api/trpc/desk.records.list*', (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Stale: the refresh failed.')).toBeVisible({ timeout: 30_000 });
  await expect(rowsOf(page)).toHaveCount(1);
  await page.unroute('**/api/trpc/desk.records.list*');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Stale: the refresh failed.')).toHaveCount(0);
});

test('a list that takes too long says so, and its filters stay at hand', async ({ page, become }) => {
  await become(page, 'viewer');
  await visit(page, '/desk/stuck');
  await page.route('**/api/trpc/desk.stuck.list*', (route) =>
    route.fulfill({
      status: 504,
      headers: { 'content-type': 'application/json', 'x-request-id': 'req-lists' },
      body: JSON.stringify([
        {
          error: {
            json: {
              message: 'This took longer than 3 seconds and was stopped.',
              code: -32_063,
              data: { httpStatus: 504 },
            },
          },
        },
      ]),
    }),
  );
  await page.getByRole('textbox', { name: 'Procedure' }).fill('no.such');
  await page.keyboard.press('Enter');
  await expect(page.getByText('took longer than 3 seconds')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('textbox', { name: 'Procedure' })).toBeEnabled();
});

test('the URL is the state: filters, order, place and columns; bad values fall back', async ({ page, become, sql }) => {
  const procedure = `lists.${randomUUID()}`;
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(await addRecord(sql, procedure));
  await become(page, 'viewer');
  await visit(page, `/desk/records?procedure=${procedure}&limit=2`);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/after=\d+-\d+/);
  await expect.poll(() => idsOf(page)).toEqual([ids[2], ids[1]]);
  await reload(page);
  await expect.poll(() => idsOf(page)).toEqual([ids[2], ids[1]]);
  await page.goBack();
  await expect.poll(() => idsOf(page)).toEqual([ids[4], ids[3]]);
  await page.getByRole('button', { name: 'Created', exact: true }).click();
  await expect(page).toHaveURL(/order=asc/);
  await expect.poll(() => idsOf(page)).toEqual([ids[0], ids[1]]);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Phase' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Phase' })).toBeVisible();
  await expect(page).toHaveURL(/cols=/);
  await reload(page);
  await expect(page.getByRole('columnheader', { name: 'Phase' })).toBeVisible();

  await visit(
    page,
    `/desk/records?procedure=${procedure}&limit=many&after=x&order=up&sort=answer&state=FINE&cols=nothing`,
  );
  await expect(rowsOf(page)).toHaveCount(5);
});

/** Opens the list of this procedure, selects all of it and starts an extension of its retention; then the job is shown. */
const startExtension = async (page: Page, procedure: string, count: number) => {
  await visit(page, `/desk/records?procedure=${procedure}`);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await expect(page.getByText(`${count} records selected`)).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: /release|resolve/i }),
  ).toHaveCount(0);
  await page.getByRole('button', { name: 'Extend retention…' }).click();
  await page.getByLabel('Keep for at least').fill('2000');
  await page.getByRole('button', { name: /^Preview/ }).click();
  await expect(page).toHaveURL(/\/desk\/operations\/\d+$/);
  await expect(page.getByText(`0 of ${count}`)).toBeVisible();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByLabel('Reason').fill('Clients of this test come back late.');
  await page.getByRole('button', { name: /^Start operation/ }).click();
};

/** Its end as the page tells it: the count, and each item. */
const expectApplied = async (page: Page, count: number) => {
  const counts = page.getByText(`${count} applied, 0 skipped, 0 failed, 0 waiting`);
  await expect(counts).toBeVisible({ timeout: 45_000 });
  await expect(page.getByText('applied', { exact: true })).toHaveCount(count);
};

test('selected records get a preview, a start with a reason, a result each, and can be aborted', async ({
  page,
  become,
  sql,
}) => {
  test.slow();
  const procedure = `lists.${randomUUID()}`;
  for (let n = 0; n < 3; n += 1) await addRecord(sql, procedure);
  await become(page, 'resolver');
  await startExtension(page, procedure, 3);
  await expectApplied(page, 3);

  await visit(page, `/desk/records?procedure=${procedure}`);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Extend retention: all that match…' }).click();
  await page.getByRole('button', { name: /^Preview/ }).click();
  await page.getByRole('button', { name: 'Discard preview' }).click();
  await page.getByLabel('Reason').fill('It was only looked at here.');
  await page.getByRole('button', { name: /^Abort operation/ }).click();
  await expect(page.getByText('aborted', { exact: true })).toBeVisible();
});

/** Answers what is asked for items before the page was told that the job is done as if it were not: reads may overtake. */
const lagItems = (page: Page) => {
  let isToldDone = false;
  return page.route(/\/api\/trpc\/.*desk\.operations\.(get|items)/, async (route) => {
    const names = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
    const isAskedLater = isToldDone;
    const response = await route.fetch();
    const answers: { result: { data: { json: { operation: { state: string }; rows: { result: string }[] } } } }[] =
      await response.json();
    const dataOf = (name: string) => answers[names.indexOf(name)]?.result.data.json;
    if (!isAskedLater) for (const item of dataOf('desk.operations.items')?.rows ?? []) item.result = 'waiting';
    if (dataOf('desk.operations.get')?.operation.state === 'done') isToldDone = true;
    await route.fulfill({ response, json: answers });
  });
};

test('items that were read a moment before the last poll of their job are asked for again', async ({
  page,
  become,
  sql,
}) => {
  test.slow();
  const procedure = `lists.${randomUUID()}`;
  for (let n = 0; n < 2; n += 1) await addRecord(sql, procedure);
  await become(page, 'resolver');
  await lagItems(page);
  await startExtension(page, procedure, 2);
  await expectApplied(page, 2);
});

test("a record's page that is open while the record completes shows the answer", async ({ page, become, sql }) => {
  const [row] = await sql(
    `INSERT INTO idempotency_record
       (scope, key, procedure, mode, caller, state, fingerprint, fingerprint_version, field_prints, lease_expires_at)
     VALUES ('acc_lists', $1, 'orders.place', 'transactional', 'api-key:lists', 'IN_PROGRESS', '\\x00', 1, '{}', now() + interval '1 hour')
     RETURNING id::text`,
    [randomUUID()],
  );
  await become(page, 'resolver');
  await visit(page, `/desk/records/${row?.id}?tab=answer`);
  await expect(page.getByText('There is no outcome yet, so there is no answer.')).toBeVisible();
  await sql(
    `UPDATE idempotency_record SET state = 'COMPLETED', completed_at = now(), outcome = 'success', outcome_status = 200,
        answer = '{"json":{"note":"open all the while"}}', answer_kept = 'full', answer_bytes = 38,
        answer_expires_at = now() + interval '3 days', key_expires_at = now() + interval '30 days', forget_at = now() + interval '60 days'
     WHERE id = $1`,
    [row?.id],
  );
  await expect(page.getByText('status 200', { exact: true })).toBeVisible({ timeout: 20_000 });
});

test('a view is saved, opened by its name, shared with others, and deleted', async ({
  app,
  page,
  browser,
  become,
  sql,
}) => {
  const procedure = `lists.${randomUUID()}`;
  const name = `View ${randomUUID().slice(0, 8)}`;
  await addRecord(sql, procedure);
  await become(page, 'resolver');
  await visit(page, `/desk/records?procedure=${procedure}`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Share it').check();
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByText(`View “${name}” saved`)).toBeVisible();

  const context = await browser.newContext({ baseURL: app.baseUrl });
  const other = await context.newPage();
  await become(other, 'viewer');
  await visit(other, '/desk/records');
  await other.getByRole('button', { name: 'Views' }).click();
  await other.getByRole('menuitem', { name }).click();
  await expect(other).toHaveURL(new RegExp(`procedure=${procedure}`));
  await expect(rowsOf(other)).toHaveCount(1);
  await context.close();

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Delete a view…' }).click();
  await page.getByRole('button', { name: `Delete view ${name}` }).click();
  await expect(page.getByText(`View “${name}” deleted`)).toBeVisible();
});

test('j and k go through the rows, x selects, Esc lets go, Enter opens', async ({ page, become, sql }) => {
  const procedure = `lists.${randomUUID()}`;
  const ids = [await addRecord(sql, procedure), await addRecord(sql, procedure)];
  await become(page, 'resolver');
  await visit(page, `/desk/records?procedure=${procedure}`);
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page.getByText('Live')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.locator(`tr[data-row="${ids[0]}"]`)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(page.getByRole('checkbox', { name: `Select record #${ids[1]}` })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('checkbox', { name: `Select record #${ids[1]}` })).not.toBeChecked();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/desk/records/${ids[1]}$`));
});

test('a cell is copied whole and taken as a filter', async ({ page, context, become, sql }) => {
  const procedure = `lists.${randomUUID()}`;
  const key = randomUUID();
  const id = await addRecord(sql, procedure, key);
  await addRecord(sql, procedure);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await become(page, 'viewer');
  await visit(page, `/desk/records?procedure=${procedure}`);
  await page.getByRole('button', { name: `Cells of record #${id}` }).click();
  await page.getByRole('menuitem', { name: /^Key/ }).first().click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await page.getByRole('button', { name: `Cells of record #${id}` }).click();
  await page.getByRole('menuitem', { name: /^Key/ }).last().click();
  await expect(page).toHaveURL(new RegExp(`key=${key}`));
  await expect(rowsOf(page)).toHaveCount(1);
});

test('an empty list says which kind of empty it is', async ({ page, become, sql }) => {
  const procedure = `lists.${randomUUID()}`;
  await addRecord(sql, procedure);
  await become(page, 'viewer');
  await visit(page, '/desk/records?procedure=no.such.thing');
  await expect(page.getByText('No record fits these filters')).toBeVisible();
  await visit(page, `/desk/records?procedure=${procedure}&after=1-1`);
  await expect(page.getByText('There is nothing further')).toBeVisible();
  await visit(page, '/desk/outbox');
  await expect(page.getByText('This installation has no outbox')).toBeVisible();
  await visit(page, '/desk/stuck');
  await expect(page.getByText('Nothing is stuck').or(rowsOf(page).first())).toBeVisible();
  const response = await visit(page, '/desk/audit');
  expect(response?.status()).toBe(403);
});

test('payloads in keys, procedures and reasons are text', async ({ page, become, sql }) => {
  const payload = `<img src=x onerror="document.title='owned'">`;
  const procedure = `${payload}${randomUUID()}`;
  const id = await addRecord(sql, procedure, `${payload}${randomUUID()}`);
  await sql(
    `INSERT INTO conflict_event (record_id, scope, caller, procedure, fingerprint, differing_fields)
     VALUES ($1, 'acc_lists', $2, $3, '\\x01', ARRAY[$2])`,
    [id, `${payload}caller`, procedure],
  );
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) blocked.push(message.text());
  });
  page.on('dialog', () => {
    throw new Error('Markup ran.');
  });
  await become(page, 'viewer');
  for (const path of ['records', 'conflicts']) {
    await visit(page, `/desk/${path}?procedure=${encodeURIComponent(procedure)}`);
    await expect(rowsOf(page)).toHaveCount(1);
    await page.getByRole('button', { name: /^Cells of/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveTitle(/owned/);
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  }
  expect(blocked).toEqual([]);
});

test('fifty records of three megabytes each are listed at once: no list carries a body', async ({
  page,
  become,
  sql,
}) => {
  const procedure = `lists.${randomUUID()}`;
  for (let n = 0; n < 50; n += 1) {
    await sql(
      `INSERT INTO idempotency_record
         (scope, key, procedure, mode, caller, state, fingerprint, fingerprint_version, field_prints, lease_expires_at, completed_at,
          outcome, outcome_status, answer, answer_kept, answer_bytes, answer_expires_at, key_expires_at, forget_at)
       SELECT 'acc_lists', gen_random_uuid()::text, $1, 'transactional', 'api-key:lists', 'COMPLETED', '\\x00', 1, '{}', now(), now(),
          'success', 200, body, 'full', octet_length(body), now() + interval '3 days', now() + interval '30 days', now() + interval '60 days'
       FROM (SELECT '{"json":"' || repeat('x', 3000000) || '"}' AS body) AS made`,
      [procedure],
    );
  }
  await become(page, 'viewer');
  await visit(page, `/desk/records?procedure=${procedure}`);
  await expect(rowsOf(page)).toHaveCount(50);
  const answer = page.waitForResponse((response) => response.url().includes('desk.records.list'));
  await page.getByRole('button', { name: 'Refresh' }).click();
  expect((await (await answer).body()).byteLength).toBeLessThan(200_000);
});

test('on a narrow screen the filters of a list are folded', async ({ page, become }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await become(page, 'admin');
  await visit(page, '/desk/records');
  await expect(page.getByRole('combobox', { name: 'State' })).toBeHidden();
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('combobox', { name: 'State' })).toBeVisible();
});
