import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renewLease } from '../../postgres/statements/renew-lease.ts';
import { openEngine, type TestEngine } from '../../testing/engine.ts';
import { failureOf } from '../../testing/failure-of.ts';
import { gate } from '../../testing/gate.ts';
import { usePayments } from '../../testing/payments.ts';
import { phasedDefinition, phasedRequest } from '../../testing/phased-record.ts';
import type { Ended, Run } from './definition.ts';
import { runPhased } from './run-phased.ts';

const shop = usePayments();
let first: TestEngine;
let second: TestEngine;
beforeAll(() => {
  first = openEngine(shop.url);
  second = openEngine(shop.url);
});
afterAll(async () => {
  await first.close();
  await second.close();
});

const runOn = (engine: TestEngine, key: string, work: (run: Run) => Promise<Ended<unknown>>) =>
  runPhased(engine, phasedRequest(key), { definition: phasedDefinition(work), input: {} });
const recordOf = async (key: string) =>
  (await shop.observer.query('SELECT * FROM idempotency_record WHERE key = $1', [key])).rows[0];
const lapse = (key: string) =>
  shop.observer.query(
    'UPDATE idempotency_record SET lease_expires_at = clock_timestamp(), next_try_at = clock_timestamp() WHERE key = $1',
    [key],
  );
const eventsOf = async (key: string) =>
  (
    await shop.observer.query<{ event: string }>(
      `SELECT e.event FROM record_event e JOIN idempotency_record r ON r.id = e.record_id WHERE r.key = $1 ORDER BY e.id`,
      [key],
    )
  ).rows.map(({ event }) => event);

/** A run that waits between its two steps, and what it wants to write after that. */
const frozenRun = (sku: string) => {
  const there = gate();
  const goOn = gate();
  const work = async (run: Run) => {
    await run.local('reserve', async () => 'kept');
    there.open();
    await goOn.opened;
    return await run.finish(async (tx) => {
      await tx.product.update({ where: { sku }, data: { stock: 1 } });
      return 'first';
    });
  };
  return { work, there: there.opened, goOn: goOn.open };
};

test('a takeover goes on after the last committed step, with its kept result, and does not run it twice', async () => {
  const key = randomUUID();
  const sku = await shop.addProduct(5);
  const take = (run: Run) =>
    run.local('reserve', async (tx) => {
      const { stock } = await tx.product.update({ where: { sku }, data: { stock: { decrement: 1 } } });
      return { stock, id: randomUUID(), at: new Date() };
    });
  let kept: unknown;
  await failureOf(() =>
    runOn(first, key, async (run) => {
      kept = await take(run);
      throw new Error('The process died.');
    }),
  );
  await lapse(key);
  let given: unknown;
  await runOn(second, key, async (run) => {
    given = await take(run);
    return await run.finish(async () => 'done');
  });
  expect(given).toEqual(kept);
  expect(await shop.stockOf(sku)).toBe(4);
});

test('an owner that lost its lease commits nothing, not even business rows, and answers with the stored outcome', async () => {
  const key = randomUUID();
  const sku = await shop.addProduct(5);
  const frozen = frozenRun(sku);
  const late = runOn(first, key, frozen.work);
  await frozen.there;
  await lapse(key);
  const stored = await runOn(second, key, async (run) => {
    await run.local('reserve', async () => 'never');
    return await run.finish(async () => 'second');
  });
  expect(stored).toMatchObject({ kind: 'answered', replayed: false, text: '"second"' });
  frozen.goOn();
  expect(await late).toMatchObject({ kind: 'answered', replayed: true, text: '"second"' });
  expect(await shop.stockOf(sku)).toBe(5);
  expect(await recordOf(key)).toMatchObject({ state: 'COMPLETED', attempt: 2, answer: '"second"' });
  expect(await eventsOf(key)).toContain('late_write_rejected');
});

test('an owner that lost its lease to one that still works answers 409', async () => {
  const key = randomUUID();
  const sku = await shop.addProduct(5);
  const [frozen, working] = [frozenRun(sku), frozenRun(sku)];
  const late = runOn(first, key, frozen.work);
  await frozen.there;
  await lapse(key);
  const now = runOn(second, key, working.work);
  await working.there;
  frozen.goOn();
  expect(await late).toMatchObject({ kind: 'refused', refusal: { reason: 'in_flight' } });
  expect(await shop.stockOf(sku)).toBe(5);
  working.goOn();
  expect(await now).toMatchObject({ kind: 'answered', replayed: false });
});

test('an owner that lost its lease and fails neither frees nor parks the record, and cannot renew it', async () => {
  const key = randomUUID();
  const there = gate();
  const goOn = gate();
  const late = failureOf(() =>
    runOn(first, key, async () => {
      there.open();
      await goOn.opened;
      throw new Error('A bug.');
    }),
  );
  await there.opened;
  await lapse(key);
  const working = frozenRun(await shop.addProduct(5));
  const now = runOn(second, key, working.work);
  await working.there;
  const before = await recordOf(key);
  expect(await renewLease(first.database.pool, { recordId: BigInt(before.id), attempt: 1 }, 60_000)).toBe('lost');
  goOn.open();
  expect(String(await late)).toContain('A bug.');
  expect(await recordOf(key)).toEqual(before);
  working.goOn();
  expect(await now).toMatchObject({ kind: 'answered', replayed: false });
});

test('an answer of the provider that comes after the lease was lost is kept as evidence and changes nothing', async () => {
  const intent = await shop.newIntent();
  const fault = await shop.sandbox.fault({ on: 'charge', do: 'hold_after', key: shop.chargeKey(intent) });
  const late = shop.pay(intent);
  await fault.held();
  await shop.lapse(intent);
  const taken = await shop.pay(intent, { isRetry: true });
  expect(taken).toMatchObject({ status: 200, replayed: false });
  const before = await shop.record(intent);
  await fault.release();
  expect(await late).toMatchObject({ status: 200, text: taken.text });
  expect(await shop.record(intent)).toEqual(before);
  const [charge, ...more] = await shop.charges(intent);
  expect(more).toEqual([]);
  const evidence = (await shop.timeline(intent)).find(({ event }) => event === 'late_answer');
  expect(evidence).toMatchObject({ attempt: 1, step: 'charge', detail: 'confirmed' });
  expect(evidence?.evidence).toContain(charge?.id);
});
