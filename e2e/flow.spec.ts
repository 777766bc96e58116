import type { Page } from '@playwright/test';
import pg from 'pg';
import { readRuntime } from '../src/testing/installation-files.ts';
import { type App, expect, test, visit } from './fixtures.ts';

test.slow();

type Payment = { readonly key: string; readonly orderId: string; readonly recordId: string };

const call = async (app: App, path: string, key: string, input: object) => {
  const response = await fetch(`${app.baseUrl}/api/trpc/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${app.credentials.accounts.find(({ name }) => name === 'acme')?.apiKey}`,
      'idempotency-key': key,
    },
    body: JSON.stringify({ json: input }),
  });
  const body = (await response.json()) as { result?: { data: { json: { orderId: string; status: string } } } };
  return { status: response.status, data: body.result?.data.json };
};

const sql = async (app: App, text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
};

const pay = (app: App, { key, orderId }: Pick<Payment, 'key' | 'orderId'>, card: string) =>
  call(app, 'orders.pay', key, { orderId, card });

/** Pays a new order with this card of the sandbox, whose answer is lost. */
const lostPayment = async (app: App, card: string): Promise<Payment> => {
  const placed = await call(app, 'orders.place', crypto.randomUUID(), { sku: 'tea-01', quantity: 1 });
  const payment = { key: crypto.randomUUID(), orderId: placed.data?.orderId ?? '' };
  expect((await pay(app, payment, card)).status).toBe(409);
  const [record] = await sql(app, 'SELECT id::text FROM idempotency_record WHERE key = $1', [payment.key]);
  return { ...payment, recordId: String(record?.id) };
};

/** How often the sandbox really charged the order. */
const chargesOf = async (app: App, orderId: string): Promise<number> => {
  const { providerUrl } = await readRuntime(app.dataDir);
  const { data } = (await (await fetch(`${providerUrl}/v1/charges?limit=100`)).json()) as {
    data: { metadata: Record<string, string> }[];
  };
  return data.filter(({ metadata }) => metadata.order_id === orderId).length;
};

/** As when its owner had died a while ago, and no worker had come by. */
const silence = (app: App, { recordId }: Payment) =>
  sql(
    app,
    `UPDATE idempotency_record SET lease_expires_at = clock_timestamp() - interval '1 min',
       heartbeat_at = clock_timestamp() - interval '2 min', next_try_at = clock_timestamp() + interval '1 hour'
     WHERE id = $1 AND state = 'IN_PROGRESS'`,
    [recordId],
  );

/** Leaves the finding out to people: no worker looks it up meanwhile. */
const unwatched = (app: App, { recordId }: Payment) =>
  sql(
    app,
    `UPDATE idempotency_record SET next_try_at = clock_timestamp() + interval '1 hour' WHERE id = $1 AND state = 'UNKNOWN'`,
    [recordId],
  );

/** As after the drain. */
const drain = async (app: App, { recordId }: Payment) => {
  await sql(app, 'UPDATE record_hold SET not_before = clock_timestamp() WHERE record_id = $1', [recordId]);
  await sql(app, 'UPDATE external_reference SET call_over_at = clock_timestamp() WHERE record_id = $1', [recordId]);
};

const person = (app: App, role: string) => {
  const known = app.credentials.operators.find((operator) => operator.role === role);
  if (!known) throw new Error(`The demo has no operator with the role ${role}.`);
  return known;
};

const fence = async (page: Page, { recordId }: Payment) => {
  await page.getByRole('link', { name: 'Go on to the fence' }).click();
  await page.getByLabel('Reason').fill('support asked what became of it');
  await page.getByRole('button', { name: `Fence record #${recordId}` }).click();
  await expect(page.getByText('until it can be looked up')).toBeVisible();
};

const lookUp = (page: Page) => page.getByRole('button', { name: 'Look up at the provider' });

const confirm = async (page: Page, verb: string, { recordId }: Payment) => {
  const code = (await page.getByText(/^Type [0-9A-Z]{8}$/).textContent())?.slice('Type '.length) ?? '';
  await page.getByLabel(/^Type /).fill(code.toLowerCase());
  await page.getByLabel('Reason').fill('settled on what the provider has');
  await page.getByRole('button', { name: `${verb} of record #${recordId}` }).click();
};

test('an unknown payment that the provider has is refused to be released, resolved on evidence, and charged once', async ({
  app,
  page,
  signIn,
}) => {
  await signIn(page, person(app, 'resolver'));
  const payment = await lostPayment(app, 'tok_lookup_down_30000');
  await unwatched(app, payment);
  await visit(page, `/desk/records/${payment.recordId}/release`);
  await expect(page.getByText('It cannot be released now')).toBeVisible();
  await expect(page.getByText('Its outcome is unknown and no owner is at work: resolve it instead.')).toBeVisible();

  await visit(page, `/desk/records/${payment.recordId}/resolve`);
  await fence(page, payment);
  await expect(page).toHaveURL(/step=drain/);
  // A repeat of the request meanwhile is told that a person is checking, and runs nothing.
  expect((await pay(app, payment, 'tok_lookup_down_30000')).status).toBe(409);
  await drain(app, payment);
  await expect(async () => {
    await visit(page, `/desk/records/${payment.recordId}/resolve?step=look-up`);
    await lookUp(page).click();
    await expect(page.getByText('found: succeeded')).toBeVisible({ timeout: 4_000 });
  }).toPass();
  await page.getByRole('link', { name: 'Adopt the result' }).click();
  await expect(page.getByText(/^€\d+\.\d\d$/)).toBeVisible();
  await confirm(page, 'Adopt the result', payment);
  // Exact: the page before says in lower case what it will be.
  await expect(page.getByText('Completed as a success', { exact: true })).toBeVisible();

  const retried = await pay(app, payment, 'tok_lookup_down_30000');
  expect(retried).toMatchObject({ status: 200, data: { status: 'succeeded' } });
  expect(await chargesOf(app, payment.orderId)).toBe(1);
  await page.getByRole('link', { name: 'The record’s timeline' }).click();
  await expect(page.getByText('Fenced by an operator', { exact: true })).toBeVisible();
});

test('a stuck payment that the provider does not have is released and retried under the same key: one charge', async ({
  app,
  page,
  signIn,
}) => {
  await signIn(page, person(app, 'resolver'));
  const payment = await lostPayment(app, 'tok_lost_before');
  await silence(app, payment);
  const [before] = await sql(app, 'SELECT downstream_key FROM external_reference WHERE record_id = $1', [
    payment.recordId,
  ]);
  await visit(page, `/desk/records/${payment.recordId}/release`);
  await expect(page.getByText('It can be fenced')).toBeVisible();
  await fence(page, payment);
  await drain(app, payment);
  await lookUp(page).click();
  await expect(page.getByText('not found', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Record the refusal' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Release for retry' }).click();
  await confirm(page, 'Release for retry', payment);
  await expect(page.getByText(/In progress again|Completed as a success/)).toBeVisible();
  await expect(async () => expect((await pay(app, payment, 'tok_lost_before')).status).toBe(200)).toPass();
  expect(await chargesOf(app, payment.orderId)).toBe(1);
  const references = await sql(app, 'SELECT downstream_key, state FROM external_reference WHERE record_id = $1', [
    payment.recordId,
  ]);
  expect(references).toEqual([{ downstream_key: before?.downstream_key, state: 'confirmed' }]);
});

test('past the key window a release takes a second person, who cannot be the same one', async ({
  app,
  page,
  browser,
  signIn,
}) => {
  await signIn(page, person(app, 'resolver'));
  const payment = await lostPayment(app, 'tok_lost_before');
  await silence(app, payment);
  await sql(
    app,
    `UPDATE external_reference SET key_window_ends_at = clock_timestamp() - interval '1 s' WHERE record_id = $1`,
    [payment.recordId],
  );
  await visit(page, `/desk/records/${payment.recordId}/release`);
  await fence(page, payment);
  await drain(app, payment);
  await lookUp(page).click();
  await expect(page.getByText('takes two people')).toBeVisible();
  await page.getByRole('link', { name: 'Release for retry' }).click();
  await page.getByLabel('Reason').fill('the customer still waits for it');
  await page.getByRole('button', { name: 'Ask a second person to release for retry' }).click();
  await expect(page.getByText('the second person must not be you')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve: release for retry' })).toBeDisabled();
  await expect(page.getByRole('button', { name: `Release for retry of record #${payment.recordId}` })).toBeDisabled();

  const other = await browser.newContext({ baseURL: app.baseUrl });
  const second = await other.newPage();
  await signIn(second, person(app, 'approver'));
  await visit(second, `/desk/records/${payment.recordId}/release`);
  await expect(second.getByText('not found', { exact: true }).first()).toBeVisible();
  await second
    .getByRole('region', { name: 'Question to a second person' })
    .getByLabel('Reason')
    .fill('I see the same empty list');
  await second.getByRole('button', { name: 'Approve: release for retry' }).click();
  await expect(second.getByText(/ agrees: release for retry/)).toBeVisible();
  await other.close();

  await expect(page.getByText(/ agrees: release for retry/)).toBeVisible();
  await confirm(page, 'Release for retry', payment);
  await expect(page.getByText(/In progress again|Completed as a success/)).toBeVisible();
  await expect(async () => expect((await pay(app, payment, 'tok_lost_before')).status).toBe(200)).toPass();
  expect(await chargesOf(app, payment.orderId)).toBe(1);
  const [audited] = await sql(
    app,
    `SELECT second_actor_id <> actor_id AS "isSomebodyElse" FROM audit_entry
     WHERE record_id = $1 AND action = 'record.decide' AND result = 'applied'`,
    [payment.recordId],
  );
  expect(audited).toEqual({ isSomebodyElse: true });
});
