import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { watchOnce } from '../engine/phased/watch.ts';
import { operator } from '../testing/desk.ts';
import { flowOf, unknownPayment } from '../testing/flow.ts';
import { type Intent, usePayments } from '../testing/payments.ts';
import { definitionsOf, registryOf } from '../trpc/phased-definitions.ts';

const shop = usePayments();
const ada = operator('resolver');

const anotherKey = (intent: Intent): Intent => ({ ...intent, key: randomUUID() });

/** A payment that a person refused on the evidence that nothing had reached the provider, past its key window. */
const refusedByPerson = async (): Promise<Intent> => {
  const intent = await unknownPayment(shop, 'nothing');
  const flow = await flowOf(shop, intent);
  await flow.pastKeyWindow();
  expect(await flow.lookedUp(ada)).toBe('not_found');
  expect((await flow.send(ada, 'decide', await flow.confirmation(ada, 'refuse'))).error).toBeUndefined();
  return intent;
};

/** What a frozen process sends when it wakes: the call that was settled without an effect has one after all. */
const sendLate = async (intent: Intent): Promise<void> => {
  const request = {
    amountCents: 500,
    currency: 'EUR',
    card: 'tok_visa',
    orderId: intent.orderId,
    accountId: intent.account.accountId,
  };
  const sent = await shop.providers.chargeCard.perform({ downstreamKey: shop.chargeKey(intent), request });
  expect(sent.answer).toBe('succeeded');
};

const watch = async (intent: Intent) => {
  const of = [intent.account.accountId, intent.key];
  await shop.observer.query(
    `UPDATE external_reference e SET next_look_at = clock_timestamp() FROM idempotency_record r
     WHERE r.id = e.record_id AND r.scope = $1 AND r.key = $2 AND e.next_look_at IS NOT NULL`,
    of,
  );
  return await watchOnce(shop.runtime.engine, registryOf(definitionsOf(shop.runtime)));
};

test('an order whose charge was found late is not charged under another key', async () => {
  const intent = await refusedByPerson();
  await sendLate(intent);
  expect(await watch(intent)).toMatchObject({ found: 1 });
  const answer = await shop.pay(anotherKey(intent));
  expect(await shop.charges(intent)).toHaveLength(1);
  expect(answer).toMatchObject({ status: 409, error: { data: { refusal: { code: 'payment_under_review' } } } });
});

test('an order whose refused call has had its effect by now is not charged under another key, before anybody looked', async () => {
  const intent = await refusedByPerson();
  await sendLate(intent);
  const answer = await shop.pay(anotherKey(intent));
  expect(await shop.charges(intent)).toHaveLength(1);
  expect(answer).toMatchObject({ status: 409, error: { data: { refusal: { code: 'payment_under_review' } } } });
});
