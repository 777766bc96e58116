import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { watchOnce } from '../engine/phased/watch.ts';
import type { AlarmEnd } from '../postgres/statements/deal-alarm.ts';
import { definitionsOf, registryOf } from '../trpc/phased-definitions.ts';
import type { Answer } from './call-procedure.ts';
import { operator, sendCommand } from './desk.ts';
import { flowOf, unknownPayment } from './flow.ts';
import type { Intent, PaymentShop } from './payments.ts';

/** The same order, meant to be paid once more under another key. */
export const anotherKey = (intent: Intent): Intent => ({ ...intent, key: randomUUID() });

/** Ends an unknown payment as a person does who finds nothing at the provider after its key window. */
export const refuseAsPerson = async (shop: PaymentShop, intent: Intent): Promise<void> => {
  const [ada, flow] = [operator('resolver'), await flowOf(shop, intent)];
  await flow.pastKeyWindow();
  expect(await flow.lookedUp(ada)).toBe('not_found');
  expect((await flow.send(ada, 'decide', await flow.confirmation(ada, 'refuse'))).error).toBeUndefined();
};

/** A payment that a person refused, since nothing of it had reached the provider. */
export const refusedPayment = async (shop: PaymentShop): Promise<Intent> => {
  const intent = await unknownPayment(shop, 'nothing');
  await refuseAsPerson(shop, intent);
  return intent;
};

/** What a frozen process does when it wakes: the payment's call arrives after all. */
export const arriveLate = async (shop: PaymentShop, intent: Intent, card = 'tok_visa'): Promise<void> => {
  const { orderId, account } = intent;
  const request = { amountCents: 500, currency: 'EUR', card, orderId, accountId: account.accountId };
  const sent = await shop.providers.chargeCard.perform({ downstreamKey: shop.chargeKey(intent), request });
  expect(sent.answer).toBe('succeeded');
};

/** The watch's next look at every call that it watches; gives how many effects were found. */
export const watchNow = async (shop: PaymentShop): Promise<number> => {
  await shop.observer.query(
    'UPDATE external_reference SET next_look_at = clock_timestamp() WHERE next_look_at IS NOT NULL',
  );
  let found = 0;
  for (;;) {
    const round = await watchOnce(shop.runtime.engine, registryOf(definitionsOf(shop.runtime)));
    found += round.found;
    if (round.looked === 0) return found;
  }
};

/** Open alarms of an order, by id and record. */
export const openAlarms = async (
  shop: PaymentShop,
  { orderId }: Pick<Intent, 'orderId'>,
): Promise<{ id: string; recordId: string; providerId: string }[]> => {
  const { rows } = await shop.observer.query(
    `SELECT id::text, record_id::text AS "recordId", provider_id AS "providerId" FROM effect_alarm
     WHERE subject_id = $1 AND dealt_at IS NULL ORDER BY id`,
    [orderId],
  );
  return rows;
};

/** Sends an operator's word on an alarm. */
export const deal = (
  shop: PaymentShop,
  { id, recordId }: { readonly id: string; readonly recordId: string },
  how: AlarmEnd,
  by = operator('resolver'),
): Promise<Answer> =>
  sendCommand(shop, by, 'desk.alarms.deal', { id, recordId, how, reason: 'checked with the provider by phone' });
