import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { usePayments } from '../../testing/payments.ts';

const shop = usePayments();

test('a payment charges once, and each retry gets the bytes of the first answer without a write', async () => {
  const intent = await shop.newIntent();
  const first = await shop.pay(intent);
  expect(first).toMatchObject({ status: 200, replayed: false });
  const before = await shop.record(intent);
  for (const isRetry of [true, false]) {
    expect(await shop.pay(intent, { isRetry })).toMatchObject({ status: 200, replayed: true, text: first.text });
  }
  expect(await shop.record(intent)).toEqual(before);
  expect(before).toMatchObject({ state: 'COMPLETED', outcome: 'success', open_since: null, input: null });
  const [charge, ...more] = await shop.charges(intent);
  expect(more).toEqual([]);
  expect(first.data).toMatchObject({ orderId: intent.orderId, chargeId: charge?.id, status: 'succeeded' });
  expect(await shop.payments(intent)).toEqual([{ status: 'succeeded', charge_id: charge?.id, failure_code: null }]);
});

test('while the provider works the same request is told so at once, another request of the key 422, and another key 409', async () => {
  const intent = await shop.newIntent();
  const fault = await shop.sandbox.fault({ on: 'charge', do: 'hold_after', key: shop.chargeKey(intent) });
  const first = shop.pay(intent);
  await fault.held();
  // DESIGN: no transaction is open during a provider's call.
  const inside = await shop.observer.query(
    `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  );
  expect(inside.rows).toEqual([]);
  const again = await shop.pay(intent);
  expect(again).toMatchObject({ status: 409, error: { data: { idempotency: { reason: 'in_flight' } } } });
  expect(Number(again.retryAfter)).toBeGreaterThan(0);
  expect(await shop.pay(intent, { card: 'tok_amex' })).toMatchObject({
    status: 422,
    error: { data: { idempotency: { reason: 'key_conflict', differingFields: ['card'] } } },
  });
  expect(await shop.pay({ ...intent, key: randomUUID() })).toMatchObject({
    status: 409,
    error: { message: expect.stringContaining('being paid under another key') },
  });
  await fault.release();
  expect((await first).status).toBe(200);
  expect(await shop.charges(intent)).toHaveLength(1);
});

test('a declined card is a stored refusal: replayed, the payment failed, and the order payable under a new key', async () => {
  const intent = await shop.newIntent();
  const declined = await shop.pay(intent, { card: 'tok_chargeDeclined' });
  expect(declined.status).toBe(402);
  expect(await shop.pay(intent, { card: 'tok_chargeDeclined' })).toMatchObject({
    status: 402,
    replayed: true,
    text: declined.text,
  });
  expect(await shop.record(intent)).toMatchObject({ state: 'COMPLETED', outcome: 'refusal', outcome_status: 402 });
  expect(await shop.payments(intent)).toMatchObject([{ status: 'failed', charge_id: null }]);
  const corrected = await shop.pay({ ...intent, key: randomUUID() });
  expect(corrected.status).toBe(200);
  expect(await shop.charges(intent)).toHaveLength(1);
});
