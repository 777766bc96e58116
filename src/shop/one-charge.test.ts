import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { callProcedure } from '../testing/call-procedure.ts';
import { unknownPayment } from '../testing/flow.ts';
import { anotherKey, arriveLate, deal, openAlarms, refusedPayment, watchNow } from '../testing/late-effect.ts';
import { usePayments } from '../testing/payments.ts';

const shop = usePayments();

const UNDER_REVIEW = { status: 409, error: { data: { refusal: { code: 'payment_under_review' } } } };

const alarmed = async () => {
  const intent = await refusedPayment(shop);
  await arriveLate(shop, intent);
  expect(await watchNow(shop)).toBe(1);
  return intent;
};

const dealWith = async (intent: Awaited<ReturnType<typeof alarmed>>, how: 'undone' | 'kept' | 'not_ours') => {
  const [alarm] = await openAlarms(shop, intent);
  expect((await deal(shop, alarm ?? { id: '0', recordId: '0' }, how)).status).toBe(200);
};

test('an order whose charge was found late is not charged under any other key', async () => {
  const intent = await alarmed();
  for (const isRetry of [false, true]) {
    expect(await shop.pay(anotherKey(intent), { isRetry })).toMatchObject(UNDER_REVIEW);
  }
  expect(await shop.charges(intent)).toHaveLength(1);
  // No payment is left that would hold the order.
  expect((await shop.payments(intent)).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
});

test('an order whose refused call has had its effect by now is not charged either, before anybody looked', async () => {
  const intent = await refusedPayment(shop);
  await arriveLate(shop, intent);
  expect(await shop.pay(anotherKey(intent))).toMatchObject(UNDER_REVIEW);
  expect(await shop.charges(intent)).toHaveLength(1);
  expect(await openAlarms(shop, intent)).toMatchObject([{ providerId: (await shop.charges(intent))[0]?.id }]);
});

test('that it is under review passes: nothing is stored of it, and the same key pays once a person has dealt with the alarm', async () => {
  const intent = await alarmed();
  const second = anotherKey(intent);
  expect(await shop.pay(second)).toMatchObject({ ...UNDER_REVIEW, replayed: false });
  expect(await shop.record(second)).toBeUndefined();
  await dealWith(intent, 'undone');
  expect(await shop.pay(second, { isRetry: true })).toMatchObject({ status: 200, replayed: false });
  expect(await shop.charges(intent)).toHaveLength(2);
});

test.each([
  ['undone', 200],
  ['not_ours', 200],
  ['kept', 409],
] as const)('a late charge that a person says is %s: the next payment gets %i', async (how, status) => {
  const intent = await alarmed();
  await dealWith(intent, how);
  const next = await shop.pay(anotherKey(intent));
  expect(next.status).toBe(status);
  if (how === 'kept') expect(next.error?.data).toMatchObject({ refusal: { code: 'already_paid' } });
  expect(await shop.charges(intent)).toHaveLength(how === 'kept' ? 1 : 2);
});

test('the order stays closed when the record of its late charge is forgotten', async () => {
  const intent = await alarmed();
  await shop.observer.query('DELETE FROM idempotency_record WHERE key = $1', [intent.key]);
  expect(await shop.pay(anotherKey(intent))).toMatchObject(UNDER_REVIEW);
  expect(await shop.charges(intent)).toHaveLength(1);
});

test('an order of another account is told as unknown, and not as under review', async () => {
  const intent = await alarmed();
  const stranger = { ...anotherKey(intent), account: await shop.addAccount() };
  expect(await shop.pay(stranger)).toMatchObject({ status: 404 });
});

test('a payment of an order waits while nobody can say what became of an earlier refused one', async () => {
  const intent = await refusedPayment(shop);
  const second = anotherKey(intent);
  const down = await shop.sandbox.fault({ on: 'charge_lookup', do: 'error_before', times: null });
  expect(await shop.pay(second)).toMatchObject({
    status: 409,
    error: { data: { idempotency: { reason: 'in_flight' } } },
  });
  expect(await shop.charges(intent)).toEqual([]);
  await down.remove();
  await shop.lapse(second);
  expect(await shop.complete()).toMatchObject({ completed: 1 });
  expect(await shop.pay(second)).toMatchObject({ status: 200, replayed: true });
  expect(await shop.charges(intent)).toHaveLength(1);
});

test('while a call is unsure the order is not charged under another key, whoever asks how often', async () => {
  const intent = await unknownPayment(shop, 'charged');
  const answers = await Promise.all(Array.from({ length: 5 }, () => shop.pay(anotherKey(intent))));
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 409, error: { data: { refusal: { code: 'payment_in_progress' } } } });
  }
  expect(await shop.charges(intent)).toHaveLength(1);
});

test('a payment is known by its order, amount and currency before it has ended', async () => {
  const intent = await unknownPayment(shop, 'charged');
  expect(await shop.record(intent)).toMatchObject({
    state: 'UNKNOWN',
    subject_type: 'order',
    subject_id: intent.orderId,
    amount_minor: '500',
    currency: 'EUR',
  });
});

test('an escrow whose transfer was found late is not submitted again under another key', async () => {
  const account = await shop.addAccount();
  const escrowId = `esc_${randomUUID()}`;
  await shop.observer.query(
    `INSERT INTO escrow (id, account_id, amount_cents, currency, beneficiary) VALUES ($1, $2, 900, 'EUR', 'globex')`,
    [escrowId, account.accountId],
  );
  await shop.observer.query(
    `INSERT INTO effect_alarm (record_id, event_id, scope, procedure, subject_type, subject_id, step, ordinal, provider, provider_id)
     VALUES (0, 0, $2, 'escrow.release', 'escrow', $1, 'submit', 1, 'ledger', $1)`,
    [escrowId, account.accountId],
  );
  const how = { key: randomUUID(), apiKey: account.apiKey };
  expect(await callProcedure(shop.runtime, 'escrow.release', { escrowId }, how)).toMatchObject({
    status: 409,
    error: { data: { refusal: { code: 'release_under_review' } } },
  });
  expect(await shop.sandbox.transactions(escrowId)).toEqual([]);
  const { rows } = await shop.observer.query('SELECT status FROM escrow WHERE id = $1', [escrowId]);
  expect(rows).toEqual([{ status: 'held' }]);
});
