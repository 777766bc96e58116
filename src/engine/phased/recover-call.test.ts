import { describe, expect, onTestFinished, test } from 'vitest';
import { openProviders } from '../../providers/open-providers.ts';
import type { FaultOrder } from '../../sandbox/fault-desk.ts';
import { type Intent, usePayments } from '../../testing/payments.ts';

const shop = usePayments();

const order = async (fault: FaultOrder) => {
  const ordered = await shop.sandbox.fault(fault);
  // Some tests take theirs back themselves.
  onTestFinished(() => ordered.remove().catch(() => {}));
  return ordered;
};
const IN_FLIGHT = { status: 409, error: { data: { idempotency: { reason: 'in_flight' } } } };
const UNKNOWN = { status: 409, error: { data: { idempotency: { reason: 'outcome_unknown' } } } };

const references = async ({ key }: Intent) =>
  (
    await shop.observer.query(
      `SELECT e.ordinal, e.state, e.calls, e.downstream_key FROM external_reference e
       JOIN idempotency_record r ON r.id = e.record_id WHERE r.key = $1 ORDER BY e.ordinal`,
      [key],
    )
  ).rows;
const callsOf = async (intent: Intent) =>
  (await shop.sandbox.counts()).charges[shop.chargeKey(intent)] ?? { calls: 0, effects: 0 };
const closeKeyWindow = ({ key }: Intent) =>
  shop.observer.query(
    `UPDATE external_reference e SET key_window_ends_at = clock_timestamp() FROM idempotency_record r
     WHERE r.id = e.record_id AND r.key = $1`,
    [key],
  );

test('a provider that cannot be reached has not charged: the run yields, and charges once when it is back', async () => {
  const intent = await shop.newIntent();
  const { chargeCard } = openProviders({ providerUrl: 'http://127.0.0.1:9', stripeSecretKey: undefined });
  const withoutProvider = shop.openRuntime(shop.url, { chargeCard });
  expect(await shop.pay(intent, { runtime: withoutProvider })).toMatchObject(IN_FLIGHT);
  expect(await references(intent)).toMatchObject([{ state: 'absent', calls: 1 }]);
  expect(await shop.record(intent)).toMatchObject({ state: 'IN_PROGRESS', external_began: true });
  await shop.lapse(intent);
  const paid = await shop.pay(intent, { isRetry: true });
  expect(paid).toMatchObject({ status: 200, replayed: false });
  expect(await references(intent)).toMatchObject([{ state: 'confirmed', calls: 2 }]);
  expect(await callsOf(intent)).toEqual({ calls: 1, effects: 1 });
});

test('a lost answer is looked up and adopted, without a second call', async () => {
  const intent = await shop.newIntent();
  await order({ on: 'charge', do: 'drop_after', key: shop.chargeKey(intent) });
  expect(await shop.pay(intent)).toMatchObject({ status: 200, replayed: false });
  expect(await callsOf(intent)).toEqual({ calls: 1, effects: 1 });
});

describe('a lost answer that cannot be looked up', () => {
  const lose = async () => {
    const intent = await shop.newIntent();
    await order({ on: 'charge', do: 'drop_after', key: shop.chargeKey(intent) });
    const lookups = await order({ on: 'charge_lookup', do: 'error_before', times: null });
    expect(await shop.pay(intent)).toMatchObject(UNKNOWN);
    return { intent, lookups };
  };

  test('is unknown: no retry of the client runs it, and a look-up of the completer settles it when look-ups work', async () => {
    const { intent, lookups } = await lose();
    const unknown = await shop.record(intent);
    expect(unknown).toMatchObject({ state: 'UNKNOWN', outcome: null });
    for (const isRetry of [true, false]) expect(await shop.pay(intent, { isRetry })).toMatchObject(UNKNOWN);
    expect(await shop.record(intent)).toEqual(unknown);
    await shop.lapse(intent);
    await shop.complete();
    // Looked up, not reopened: the attempt stays, and the next look is further away.
    expect(await shop.record(intent)).toMatchObject({ state: 'UNKNOWN', attempt: unknown?.attempt, waits: 2 });

    await lookups.remove();
    await shop.lapse(intent);
    expect(await shop.complete()).toMatchObject({ reopened: 1, completed: 1 });
    expect(await shop.pay(intent, { isRetry: true })).toMatchObject({ status: 200, replayed: true });
    expect(await callsOf(intent)).toEqual({ calls: 1, effects: 1 });
    expect(await shop.payments(intent)).toMatchObject([{ status: 'succeeded' }]);
  });

  test('stays unknown while a person holds it, whatever a look-up would say', async () => {
    const { intent, lookups } = await lose();
    await shop.observer.query(`UPDATE idempotency_record SET held_by = 'op_1' WHERE key = $1`, [intent.key]);
    await lookups.remove();
    await shop.lapse(intent);
    expect(await shop.complete()).toMatchObject({ reopened: 0 });
    const answer = await shop.pay(intent, { isRetry: true });
    expect(answer.error?.data.idempotency).toMatchObject({ reason: 'under_review' });
  });
});

describe('a call that the provider never got', () => {
  const loseBefore = async (fault: FaultOrder['do'] = 'drop_before') => {
    const intent = await shop.newIntent();
    await order({ on: 'charge', do: fault, key: shop.chargeKey(intent) });
    // Absent, but the call may still be on its way: nothing is decided yet.
    expect(await shop.pay(intent)).toMatchObject(IN_FLIGHT);
    expect(await shop.charges(intent)).toEqual([]);
    return intent;
  };

  test('is made again under the same key, once it can no longer be on its way', async () => {
    const intent = await loseBefore();
    expect(await shop.pay(intent, { isRetry: true })).toMatchObject(IN_FLIGHT);
    expect(await callsOf(intent)).toEqual({ calls: 1, effects: 0 });
    await shop.lapse(intent);
    expect(await shop.pay(intent, { isRetry: true })).toMatchObject({ status: 200, replayed: false });
    expect(await callsOf(intent)).toEqual({ calls: 2, effects: 1 });
    expect(await references(intent)).toMatchObject([{ ordinal: 1, calls: 2, downstream_key: shop.chargeKey(intent) }]);
  });

  test('is not made again when the provider may have forgotten the key by now: it is unknown', async () => {
    const intent = await loseBefore();
    await closeKeyWindow(intent);
    await shop.lapse(intent);
    expect(await shop.pay(intent, { isRetry: true })).toMatchObject(UNKNOWN);
    await shop.lapse(intent);
    await shop.complete();
    expect(await shop.record(intent)).toMatchObject({ state: 'UNKNOWN' });
    expect(await callsOf(intent)).toEqual({ calls: 1, effects: 0 });
  });

  test.each(['in_use', 'differ'] as const)('and whose key is said to be "%s" is not declined', async (said) => {
    const intent = await loseBefore(said);
    expect(await shop.record(intent)).toMatchObject({ state: 'IN_PROGRESS', outcome: null });
    expect(await shop.payments(intent)).toMatchObject([{ status: 'pending' }]);
    await shop.lapse(intent);
    expect(await shop.pay(intent, { isRetry: true })).toMatchObject({ status: 200 });
    expect(await shop.charges(intent)).toHaveLength(1);
  });
});

test('a stored server error is followed by the next ordinal, under another key, and charges once', async () => {
  const intent = await shop.newIntent();
  const card = 'tok_500_stored';
  expect(await shop.pay(intent, { card })).toMatchObject(IN_FLIGHT);
  await shop.lapse(intent);
  expect(await shop.pay(intent, { card, isRetry: true })).toMatchObject({ status: 200 });
  const [first, second, ...more] = await references(intent);
  expect([first, second, more]).toMatchObject([
    { ordinal: 1, state: 'absent', calls: 2 },
    { ordinal: 2, state: 'confirmed', calls: 1 },
    [],
  ]);
  expect(second.downstream_key).not.toBe(first.downstream_key);
  expect(await shop.charges(intent)).toHaveLength(1);
});

describe('a charge that is not the intended one is not adopted', () => {
  const base = { amount: { cents: 500, currency: 'EUR' }, account: null };
  test.each([
    ['amount', { ...base, amount: { cents: 499, currency: 'EUR' } }, /over 500 EUR, the intent over 499 EUR/],
    ['currency', { ...base, amount: { cents: 500, currency: 'USD' } }, /the intent over 500 USD/],
    ['account', { ...base, account: 'acc_other' }, /the intent to acc_other/],
  ])('by its %s', async (_what, expected, why) => {
    const intent = await shop.newIntent();
    await order({ on: 'charge', do: 'drop_after', key: shop.chargeKey(intent) });
    const chargeCard = { ...shop.providers.chargeCard, expects: () => expected };
    expect(await shop.pay(intent, { runtime: shop.openRuntime(shop.url, { chargeCard }) })).toMatchObject(UNKNOWN);
    expect(await shop.record(intent)).toMatchObject({ unknown_reason: expect.stringMatching(why) });
    expect(await shop.payments(intent)).toMatchObject([{ status: 'pending' }]);
  });
});
