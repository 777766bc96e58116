import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { completeOnce } from '../engine/phased/completer.ts';
import type { PhasedDefinition } from '../engine/phased/definition.ts';
import { openProviders } from '../providers/open-providers.ts';
import { type PaidOrder, payOrderInput } from '../shop/pay-order.ts';
import { callProcedure } from '../testing/call-procedure.ts';
import { usePayments } from '../testing/payments.ts';
import { appRouter } from './app-router.ts';
import { withCheckedPaths } from './former-paths.ts';
import { idempotentProcedure } from './idempotent.ts';
import { t } from './init.ts';
import { phasedProcedure } from './phased.ts';
import { definitionsOf, registryOf } from './phased-definitions.ts';

const shop = usePayments();
const schema = z.object({ amount: z.number() });

const protectedWork = (formerly?: readonly string[]) =>
  idempotentProcedure.input(schema, formerly ? { formerly } : {}).mutation(async () => ({ id: randomUUID() }));

describe('a procedure that was renamed', () => {
  test('answers the keys of its former path, and names the fields of a conflict', async () => {
    const before = t.router({ orders: t.router({ create: protectedWork() }) });
    const after = withCheckedPaths(t.router({ orders: t.router({ place: protectedWork(['orders.create']) }) }), []);
    const call = { key: randomUUID(), apiKey: (await shop.addAccount()).apiKey };
    const first = await callProcedure(shop.runtime, 'orders.create', { amount: 1 }, { ...call, router: before });
    const renamed = { ...call, router: after };
    const retry = await callProcedure(shop.runtime, 'orders.place', { amount: 1 }, renamed);
    expect([first.status, retry.status, retry.replayed, retry.text]).toEqual([200, 200, true, first.text]);
    const other = await callProcedure(shop.runtime, 'orders.place', { amount: 2 }, renamed);
    expect([other.status, other.error?.data.idempotency?.differingFields]).toEqual([422, ['amount']]);
    const stranger = { ...call, router: t.router({ orders: t.router({ place: protectedWork(['orders.make']) }) }) };
    const conflict = await callProcedure(shop.runtime, 'orders.place', { amount: 1 }, stranger);
    expect([conflict.status, conflict.error?.data.idempotency?.differingFields]).toEqual([422, ['(procedure)']]);
  });

  /** The payment as it was mounted, and as it is. */
  const payments = (runtime = shop.runtime) => {
    const definitions = definitionsOf(runtime);
    const old: PhasedDefinition<z.output<typeof payOrderInput>, PaidOrder> = {
      ...definitions.payOrder,
      procedure: 'orders.charge',
      formerly: [],
    };
    const present = { ...definitions.payOrder, formerly: ['orders.charge'] };
    const routerOf = (name: 'charge' | 'pay', definition: typeof old) =>
      t.router({ orders: t.router({ [name]: phasedProcedure.input(payOrderInput).mutation(() => definition) }) });
    return {
      before: routerOf('charge', old),
      after: routerOf('pay', present),
      registry: registryOf({ ...definitions, payOrder: present }),
    };
  };

  test('answers a phased record of its former path', async () => {
    const intent = await shop.newIntent();
    const { before, after } = payments();
    const input = { orderId: intent.orderId, card: 'tok_visa' };
    const call = { key: intent.key, apiKey: intent.account.apiKey };
    const first = await callProcedure(shop.runtime, 'orders.charge', input, { ...call, router: before });
    const retry = await callProcedure(shop.runtime, 'orders.pay', input, { ...call, router: after });
    expect([first.status, retry.status, retry.replayed, retry.text]).toEqual([200, 200, true, first.text]);
    expect(await shop.charges(intent)).toHaveLength(1);
  });

  test.each(['its client', 'the completer'])('goes on with a phased record of its former path: %s', async (who) => {
    const intent = await shop.newIntent();
    const { chargeCard } = openProviders({ providerUrl: 'http://127.0.0.1:9', stripeSecretKey: undefined });
    const { before } = payments(shop.openRuntime(shop.url, { chargeCard }));
    const { after, registry } = payments();
    const input = { orderId: intent.orderId, card: 'tok_visa' };
    const call = { key: intent.key, apiKey: intent.account.apiKey };
    const first = await callProcedure(shop.runtime, 'orders.charge', input, { ...call, router: before });
    expect([first.status, first.error?.data.idempotency?.reason]).toEqual([409, 'in_flight']);
    await shop.lapse(intent);
    if (who === 'the completer') {
      expect(await completeOnce(shop.runtime.engine, registry)).toMatchObject({ completed: 1, parked: 0 });
    }
    const retry = await callProcedure(shop.runtime, 'orders.pay', input, { ...call, router: after });
    expect([retry.status, retry.replayed]).toEqual([200, who === 'the completer']);
    expect(await shop.charges(intent)).toHaveLength(1);
  });
});

describe('paths that two procedures claim are refused when the router is made', () => {
  test.each([
    ['two that had the same path', { a: ['old'], b: ['old'] }, 'Both a and b claim the path old'],
    ['a former path that lives', { a: ['b'], b: [] }, 'Both a and b claim the path b'],
    ['its own path', { a: ['a'], b: [] }, 'a names the path a twice'],
    ['one path twice', { a: ['old', 'old'], b: [] }, 'a names the path old twice'],
  ])('%s', (_what, { a, b }, sentence) => {
    const router = t.router({ a: protectedWork(a), b: protectedWork(b) });
    expect(() => withCheckedPaths(router, [])).toThrow(sentence);
  });

  test('a phased definition and a protected mutation', () => {
    const router = t.router({ a: protectedWork(['old']), orders: t.router({ pay: protectedWork() }) });
    expect(() => withCheckedPaths(router, [{ procedure: 'orders.pay', formerly: ['old'] }])).not.toThrow();
    expect(() => withCheckedPaths(appRouter, [{ procedure: 'orders.pay', formerly: ['orders.place'] }])).toThrow(
      'Both orders.place and orders.pay claim the path orders.place',
    );
  });

  test('two phased definitions', () => {
    const definitions = definitionsOf(shop.runtime);
    const payOrder = { ...definitions.payOrder, formerly: ['escrow.release'] };
    expect(() => registryOf({ ...definitions, payOrder })).toThrow('claim the path escrow.release');
  });
});
