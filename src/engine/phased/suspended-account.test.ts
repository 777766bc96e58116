import { expect, test } from 'vitest';
import { unknownPayment } from '../../testing/flow.ts';
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
