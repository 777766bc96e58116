import { expect, test } from 'vitest';
import { operator } from '../../testing/desk.ts';
import { flowOf, unknownPayment } from '../../testing/flow.ts';
import { type Intent, usePayments } from '../../testing/payments.ts';

const shop = usePayments();

const suspend = (intent: Intent, to: 'suspended' | 'open') =>
  shop.observer.query(
    `UPDATE account SET suspended_at = CASE WHEN $2 = 'suspended' THEN clock_timestamp() END WHERE id = $1`,
    [intent.account.accountId, to],
  );

test('a charged payment of a suspended account waits, and goes on by itself once the account is open again', async () => {
  const intent = await unknownPayment(shop, 'charged');
  await suspend(intent, 'suspended');
  await shop.lapse(intent);
  expect(await shop.complete()).toMatchObject({ parked: 1 });
  await shop.complete();
  expect(await shop.record(intent)).toMatchObject({ parked_reason: expect.stringContaining('account') });
  await suspend(intent, 'open');
  expect(await shop.complete()).toMatchObject({ completed: 1 });
  expect(await shop.record(intent)).toMatchObject({ state: 'COMPLETED', outcome: 'success' });
  expect(await shop.charges(intent)).toHaveLength(1);
});

const parkedFor = async (): Promise<Intent> => {
  const intent = await unknownPayment(shop, 'charged');
  await suspend(intent, 'suspended');
  await shop.lapse(intent);
  expect(await shop.complete()).toMatchObject({ parked: 1 });
  return intent;
};

test('waiting for its account spends no tries of a record', async () => {
  const intent = await parkedFor();
  // Parked at its third try, which was counted before its account was looked at.
  await shop.observer.query('UPDATE idempotency_record SET tries = 3 WHERE key = $1', [intent.key]);
  const down = await shop.sandbox.fault({ on: 'charge_lookup', do: 'error_before', times: null });
  await suspend(intent, 'open');
  // The look-up that it goes on with is the third try now: that one is given back.
  await shop.complete();
  await down.remove();
  expect(Number((await shop.record(intent))?.tries)).toBe(3);
});

test('a record that is parked for another reason, or held by a person, waits on when its account is open', async () => {
  const [other, held] = [await parkedFor(), await parkedFor()];
  await shop.observer.query(`UPDATE idempotency_record SET parked_reason = 'Its 12 tries are spent.' WHERE key = $1`, [
    other.key,
  ]);
  const flow = await flowOf(shop, held);
  expect((await flow.fence(operator('resolver'))).status).toBe(200);
  for (const intent of [other, held]) await suspend(intent, 'open');
  expect(await shop.complete()).toMatchObject({ completed: 0 });
  expect(await shop.record(other)).toMatchObject({ state: 'IN_PROGRESS', parked_reason: 'Its 12 tries are spent.' });
  expect(await shop.record(held)).toMatchObject({ state: 'UNKNOWN', held_by: expect.any(String) });
});

test('a record of an account that is gone stays parked', async () => {
  const intent = await parkedFor();
  await shop.observer.query(`UPDATE idempotency_record SET parked_reason = NULL WHERE key = $1`, [intent.key]);
  await shop.observer.query('ALTER TABLE idempotency_record DISABLE TRIGGER idempotency_record_keeps_rules');
  await shop.observer.query(`UPDATE idempotency_record SET scope = 'gone' WHERE key = $1`, [intent.key]);
  await shop.observer.query('ALTER TABLE idempotency_record ENABLE TRIGGER idempotency_record_keeps_rules');
  const gone = { ...intent, account: { ...intent.account, accountId: 'gone' as typeof intent.account.accountId } };
  await shop.lapse(gone);
  expect(await shop.complete()).toMatchObject({ parked: 1 });
  await shop.complete();
  expect(await shop.record(gone)).toMatchObject({ parked_reason: expect.stringContaining('gone') });
});
