import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { type App, expect, hydrated, test, visit } from './fixtures.ts';

const REASON = 'The customer asked what was sent.';
const ANSWER = JSON.stringify({ json: { note: 'leave it at the back door', clientSecret: 'pi_1_secret_abcdefgh' } });

const resolverOf = (app: App) => {
  const resolver = app.credentials.operators.find(({ role }) => role === 'resolver');
  if (!resolver) throw new Error('The demo has no resolver.');
  return resolver;
};

/** Asks the app's own database. */
const sql = async <Row extends pg.QueryResultRow>(app: App, text: string, ...values: unknown[]): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  return (await client.query<Row>(text, values).finally(() => client.end())).rows;
};

const addRecord = async (app: App): Promise<string> => {
  const [row] = await sql<{ id: string }>(
    app,
    `INSERT INTO idempotency_record
       (scope, key, procedure, mode, caller, state, fingerprint, fingerprint_version, field_prints, lease_expires_at,
        completed_at, outcome, outcome_status, answer, answer_kept, answer_bytes, answer_expires_at, key_expires_at, forget_at)
     VALUES ('acc_e2e', $1, 'orders.place', 'transactional', 'test', 'COMPLETED', '\\x00', 1, '{}', now(),
        now(), 'success', 200, $2, 'full', octet_length($2), now() + interval '3 days', now() + interval '30 days',
        now() + interval '60 days') RETURNING id::text`,
    randomUUID(),
    ANSWER,
  );
  return row?.id ?? '';
};

const audited = (app: App, id: string) =>
  sql<{ action: string; result: string; refusal: string | null; reason: string | null }>(
    app,
    'SELECT action, result, refusal, reason FROM audit_entry WHERE record_id = $1 ORDER BY id',
    id,
  );

/** Makes this page's session twenty minutes older, and no other. */
const ageSession = async (app: App, page: Page): Promise<void> => {
  const cookie = (await page.context().cookies()).find(({ name }) => name.endsWith('latchkey.session_token'));
  const token = decodeURIComponent(cookie?.value ?? '').split('.')[0];
  await sql(app, `UPDATE session SET created_at = created_at - interval '20 min' WHERE token = $1`, token);
};

test('an answer is revealed for a reason, without its secrets, and hidden again', async ({ page, app, signIn }) => {
  const id = await addRecord(app);
  await signIn(page, resolverOf(app));
  await visit(page, `/desk/records/${id}`);
  await page.getByRole('button', { name: 'Reveal the answer', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: `Reveal the answer of record #${id}` });
  const confirm = dialog.getByRole('button', { name: `Reveal the answer of record #${id}` });

  await dialog.getByLabel('Reason').fill('because');
  await confirm.click();
  await expect(dialog.getByText('Say why in at least 15 characters.')).toBeVisible();
  expect(await audited(app, id)).toEqual([]);

  await dialog.getByLabel('Reason').fill(REASON);
  await confirm.click();
  const revealed = page.getByRole('region', { name: 'Revealed answer' });
  await expect(revealed).toContainText('leave it at the back door');
  await expect(revealed).not.toContainText('abcdefgh');
  expect(await audited(app, id)).toEqual([
    { action: 'answer.reveal', result: 'applied', refusal: null, reason: REASON },
  ]);

  await page.getByRole('button', { name: 'Hide it now' }).click();
  await expect(page.getByText('leave it at the back door')).toHaveCount(0);
});

test('a severe command sends to sign in again, says why, and comes back; then a double click is one purge', async ({
  page,
  app,
  signIn,
}) => {
  const id = await addRecord(app);
  await signIn(page, resolverOf(app), { anew: true });
  await ageSession(app, page);
  await visit(page, `/desk/records/${id}`);
  const open = page.getByRole('button', { name: 'Purge the answer', exact: true });
  const dialog = page.getByRole('alertdialog', { name: `Purge the answer of record #${id}` });
  const confirm = dialog.getByRole('button', { name: `Purge the answer of record #${id}` });
  await open.click();
  await dialog.getByLabel('Reason').fill(REASON);
  await confirm.click();
  await expect(dialog.getByText('Sign in again for this')).toBeVisible();
  await dialog.getByRole('link', { name: 'Sign in again' }).click();

  await expect(page).toHaveURL(/\/sign-in\?reason=sign_in_again/);
  await expect(page.getByText('needs a sign-in of the last 15 minutes')).toBeVisible();
  const { email, password } = resolverOf(app);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(new RegExp(`/desk/records/${id}$`));
  await hydrated(page);

  await open.click();
  await dialog.getByLabel('Reason').fill(REASON);
  await confirm.dblclick();
  await expect(page.getByText(`The answer of record #${id} is purged.`)).toBeVisible();
  expect((await audited(app, id)).map(({ result, refusal }) => [result, refusal])).toEqual([
    ['refused', 'sign_in_again'],
    ['applied', null],
  ]);
  await expect(open).toHaveAttribute('aria-disabled', 'true');
});

test('a stale screen is told inside the dialog what it is now, and shows it', async ({ page, app, signIn }) => {
  const id = await addRecord(app);
  await signIn(page, resolverOf(app));
  await visit(page, `/desk/records/${id}`);
  await page.getByRole('button', { name: 'Purge the answer', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await sql(app, `UPDATE idempotency_record SET answer = NULL, answer_kept = 'purged' WHERE id = $1`, id);
  await dialog.getByLabel('Reason').fill(REASON);
  await dialog.getByRole('button', { name: `Purge the answer of record #${id}` }).click();
  await expect(dialog.getByText('It has changed since you looked')).toBeVisible();
  await expect(dialog.getByText('purged', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Look at it as it is now' }).click();
  await expect(page.getByText('No answer is kept.').first()).toBeVisible();
});

test('who may not reads why beside the button, and dialogs pass axe in both themes on a small screen', async ({
  page,
  app,
  signIn,
}) => {
  test.slow();
  const id = await addRecord(app);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, resolverOf(app));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const name of ['Reveal the answer', 'Extend the retention', 'Purge the answer']) {
      await visit(page, `/desk/records/${id}`);
      await page.getByRole('button', { name, exact: true }).click();
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).include('[role=alertdialog]').analyze();
      expect(violations, `${name}, ${colorScheme}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      const shots = process.env.DESK_SHOTS;
      if (shots) await page.screenshot({ path: `${shots}/${name.replaceAll(' ', '-')}-${colorScheme}.png` });
    }
  }
  const viewer = app.credentials.operators.find(({ role }) => role === 'viewer');
  if (!viewer) throw new Error('The demo has no viewer.');
  await page.context().clearCookies();
  await signIn(page, viewer);
  await visit(page, `/desk/records/${id}`);
  await expect(page.getByText('lacks the permission "answers:purge"')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Purge the answer', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});
