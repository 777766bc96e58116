import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Decision } from '../desk/flow/offers.ts';
import { operator } from '../testing/desk.ts';
import { flowOf } from '../testing/flow.ts';
import { anotherKey, arriveLate, deal, openAlarms, watchNow } from '../testing/late-effect.ts';
import { type Intent, usePayments } from '../testing/payments.ts';

const shop = usePayments();
const ada = operator('resolver');

/** What is known of one order beside the database: which keys were sent, and how many charges are nobody's fault. */
type World = {
  readonly order: Intent;
  readonly sent: Intent[];
  /** Keys whose call has not arrived and may yet do so, as that of a frozen process. */
  readonly underWay: Set<Intent>;
  allowed: number;
};

/** How the provider and the network behave for one payment. */
const NETWORK = ['fine', 'answer lost', 'request lost'] as const;

const pay = async (world: World, network: (typeof NETWORK)[number], isLookupDown: boolean, card: string) => {
  const intent = anotherKey(world.order);
  world.sent.push(intent);
  const [key, down] = [shop.chargeKey(intent), { on: 'charge_lookup', do: 'error_before', times: null } as const];
  const faults = [
    ...(network === 'answer lost' ? [await shop.sandbox.fault({ on: 'charge', do: 'drop_after', key })] : []),
    ...(network === 'request lost' ? [await shop.sandbox.fault({ on: 'charge', do: 'drop_before', key })] : []),
    ...(isLookupDown ? [await shop.sandbox.fault(down)] : []),
  ];
  await shop.pay(intent, { card });
  for (const fault of faults) await fault.remove();
  const { rows } = await shop.observer.query(
    `SELECT FROM idempotency_record WHERE key = $1 AND external_began AND state <> 'COMPLETED'`,
    [intent.key],
  );
  if (network === 'request lost' && rows.length > 0 && card === 'tok_visa') world.underWay.add(intent);
};

/** Fences and looks up; then decides what is wanted if the evidence offers it, or leaves the record held. */
const settle = async (intent: Intent, wanted: readonly Decision[]) => {
  if ((await shop.record(intent))?.open_since == null) return;
  const flow = await flowOf(shop, intent);
  if (wanted.includes('refuse')) await flow.pastKeyWindow();
  await flow.silence();
  await flow.fence(ada);
  await flow.drain();
  await flow.lookUp(ada);
  const { offers } = await flow.get(ada);
  const decision = wanted.find((one) => offers.some((offer) => offer.decision === one));
  if (decision) await flow.send(ada, 'decide', await flow.confirmation(ada, decision));
};

/** The call of a frozen process arrives. Beside a call that another key has made since, that is what nobody can stop. */
const arrive = async (world: World, intent: Intent) => {
  const { rows } = await shop.observer.query<{ key: string }>(
    `SELECT key FROM idempotency_record WHERE subject_id = $1 AND external_began AND (open_since IS NOT NULL OR outcome = 'success')`,
    [intent.orderId],
  );
  const isBesideAnother = rows.some(({ key }) => key !== intent.key);
  const before = (await shop.charges(intent)).length;
  await arriveLate(shop, intent);
  world.underWay.delete(intent);
  if (isBesideAnother && (await shop.charges(intent)).length > before) world.allowed += 1;
};

const completeAll = async (world: World) => {
  for (const intent of world.sent) await shop.lapse(intent);
  await shop.complete();
};

const suspend = (world: World, isSuspended: boolean) =>
  shop.observer.query('UPDATE account SET suspended_at = CASE WHEN $2 THEN clock_timestamp() END WHERE id = $1', [
    world.order.account.accountId,
    isSuspended,
  ]);

const dealWithAll = async (world: World, how: 'undone' | 'kept' | 'not_ours') => {
  for (const alarm of await openAlarms(shop, world.order)) {
    expect((await deal(shop, alarm, how)).status).toBe(200);
    if (how !== 'kept') world.allowed += 1;
  }
};

type Act = (world: World) => Promise<unknown>;

/** An act under the name that a counterexample tells. */
const named = (name: string, act: Act): Act => Object.assign(act, { [fc.toStringMethod]: () => name });

/** One of the keys that were sent, the newest first. */
const ofKey = (name: string, act: (world: World, intent: Intent) => Promise<unknown>): fc.Arbitrary<Act> =>
  fc.nat(2).map((n) =>
    named(`${name} ${n} from the newest`, async (world) => {
      const intent = world.sent.at(-1 - n) ?? world.sent.at(-1);
      if (intent) await act(world, intent);
    }),
  );

const payments = fc
  .record({
    network: fc.constantFrom(...NETWORK, 'request lost' as const),
    isLookupDown: fc.boolean(),
    card: fc.constantFrom('tok_visa', 'tok_visa', 'tok_chargeDeclined'),
  })
  .map(({ network, isLookupDown, card }) =>
    named(`pay ${card}, ${network}${isLookupDown ? ', look-ups down' : ''}`, (world) =>
      pay(world, network, isLookupDown, card),
    ),
  );

const arriveNext = named('arrive late', async (world) => {
  const [intent] = world.underWay;
  if (intent) await arrive(world, intent);
});

const act = fc.oneof(
  { weight: 5, arbitrary: payments },
  { weight: 1, arbitrary: ofKey('repeat', (_world, intent) => shop.pay(intent, { isRetry: true })) },
  { weight: 2, arbitrary: ofKey('refuse', (_world, intent) => settle(intent, ['refuse', 'adopt'])) },
  { weight: 1, arbitrary: ofKey('release', (_world, intent) => settle(intent, ['release', 'adopt', 'refuse'])) },
  { weight: 1, arbitrary: ofKey('hold', (_world, intent) => settle(intent, [])) },
  { weight: 3, arbitrary: fc.constant(arriveNext) },
  { weight: 2, arbitrary: fc.constant(named('complete', completeAll)) },
  { weight: 1, arbitrary: fc.constant(named('watch', () => watchNow(shop))) },
  { weight: 1, arbitrary: fc.boolean().map((is) => named(`suspended: ${is}`, (world) => suspend(world, is))) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('undone' as const, 'kept' as const, 'not_ours' as const)
      .map((how) => named(`deal: ${how}`, (world) => dealWithAll(world, how))),
  },
);

/** The shortest way to a late charge, by which most runs begin: without it few get there. */
const toRefused = named('pay, request lost, refuse', async (world) => {
  await pay(world, 'request lost', true, 'tok_visa');
  const intent = world.sent.at(-1);
  if (intent) await settle(intent, ['refuse']);
});

const acts = fc
  .tuple(
    fc.constantFrom([], [toRefused], [toRefused, arriveNext]),
    fc.array(act, { minLength: 4, maxLength: 10, size: 'max' }),
  )
  .map(([beginning, rest]) => [...beginning, ...rest]);

const succeeded = async (world: World) =>
  (await shop.charges(world.order)).filter(({ status }) => status === 'succeeded');

const happened = { runs: 0, charged: 0, alarms: 0 };

test('whatever keys, providers, operators, workers and time do, an order has one charge unless a person dealt with an alarm in between', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (run) => {
      const order = await shop.newIntent();
      const world: World = { order, sent: [], underWay: new Set(), allowed: 1 };
      for (const one of run) {
        await one(world);
        expect((await succeeded(world)).length).toBeLessThanOrEqual(world.allowed);
      }
      // Every charge is a payment's, an open record's or an alarm's: none is nobody's.
      await suspend(world, false);
      await watchNow(shop);
      const { rows } = await shop.observer.query<{ id: string }>(
        `SELECT charge_id AS id FROM payment WHERE order_id = $1 AND charge_id IS NOT NULL
         UNION SELECT provider_id FROM effect_alarm WHERE subject_id = $1`,
        [order.orderId],
      );
      const known = rows.map(({ id }) => id);
      const open = await shop.observer.query(
        'SELECT FROM idempotency_record WHERE subject_id = $1 AND open_since IS NOT NULL AND external_began',
        [order.orderId],
      );
      const charges = await succeeded(world);
      expect(charges.filter(({ id }) => !known.includes(id)).length).toBeLessThanOrEqual(open.rows.length);
      happened.runs += 1;
      happened.charged += charges.length;
      happened.alarms += rows.length - (await shop.payments(order)).filter(({ charge_id }) => charge_id).length;
    }),
    { numRuns: 16 },
  );
  expect(happened.charged).toBeGreaterThan(4);
  expect(happened.alarms).toBeGreaterThan(0);
}, 240_000);
