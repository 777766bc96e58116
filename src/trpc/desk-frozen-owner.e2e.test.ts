import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Decision } from '../desk/flow/offers.ts';
import { watchOnce } from '../engine/phased/watch.ts';
import { type AppProcess, startAppProcess } from '../testing/app-process.ts';
import { fetchProcedure } from '../testing/call-procedure.ts';
import { callAs, operator } from '../testing/desk.ts';
import { flowOf, standOf } from '../testing/flow.ts';
import { type Intent, usePayments } from '../testing/payments.ts';
import { commitOf } from '../testing/pg-proxy/commit-of.ts';
import { type PgProxy, startPgProxy } from '../testing/pg-proxy/proxy.ts';
import { definitionsOf, registryOf } from './phased-definitions.ts';

const shop = usePayments();
let proxy: PgProxy;
let owner: AppProcess;

beforeAll(async () => {
  proxy = await startPgProxy(shop.url);
  // A renewal comes after a third of the lease, and would be told that the lease is lost: never, within these tests.
  const leaseMs = 3_600_000;
  owner = await startAppProcess({ role: 'web', databaseUrl: proxy.url, providerUrl: shop.sandbox.url, leaseMs });
});
afterAll(async () => {
  await owner.kill();
  await proxy.close();
});
afterEach(() => owner.thaw());

const PAID = { record: ['COMPLETED', 'success'], order: 'paid', payments: ['succeeded'], charges: 1 };
const REFUSED = { record: ['COMPLETED', 'refusal'], order: 'placed', payments: ['failed'] };
const [ada, bob] = [operator('resolver'), operator('approver')];

const payFrom = ({ account, orderId, key }: Intent, card = 'tok_visa') =>
  fetchProcedure(owner.url, 'orders.pay', { orderId, card }, { key, apiKey: account.apiKey });

/** The owner stands still with the provider's answer on its way to it. */
const frozenInTheCall = async (card?: string) => {
  const intent = await shop.newIntent();
  const fault = await shop.sandbox.fault({ on: 'charge', do: 'hold_after', key: shop.chargeKey(intent) });
  const answer = payFrom(intent, card);
  await fault.held();
  owner.freeze();
  await fault.release();
  return { intent, answer };
};

/** The owner stands still with its intent committed and nothing sent: no fence can stop that request. */
const frozenBeforeTheSend = async () => {
  const intent = await shop.newIntent();
  const committed = proxy.holdAfter(commitOf(/INSERT INTO public\.external_reference/));
  const answer = payFrom(intent);
  await committed.reached;
  owner.freeze();
  committed.release();
  return { intent, answer };
};

/** Fences the silent owner, waits, looks up; gives the flow and what was found. */
const fenced = async (intent: Intent) => {
  const flow = await flowOf(shop, intent);
  await flow.silence();
  return { flow, found: await flow.lookedUp(ada, 'release') };
};

const decideOn = async (flow: Awaited<ReturnType<typeof flowOf>>, decision: Decision) => {
  const decided = await flow.send(ada, 'decide', await flow.confirmation(ada, decision));
  expect(decided.error).toBeUndefined();
  return decided.data;
};

/** Wakes the old owner; gives what it was answered and what the timeline has of its attempt after the fence. */
const wake = async (intent: Intent, answer: ReturnType<typeof payFrom>) => {
  owner.thaw();
  const { status } = await answer;
  const rows = await shop.timeline(intent);
  const fence = rows.findIndex(({ event }) => event === 'fenced');
  return {
    status,
    late: rows
      .slice(fence)
      .filter(({ attempt }) => attempt === 1)
      .map(({ event }) => event),
  };
};

test('adopted while its owner was frozen in the call: the late write is rejected, and one charge stands', async () => {
  const { intent, answer } = await frozenInTheCall();
  const { flow, found } = await fenced(intent);
  expect(found).toBe('found_succeeded');
  expect(await decideOn(flow, 'adopt')).toMatchObject({ end: 'completed', outcome: 'success' });
  const before = await shop.record(intent);
  expect(await wake(intent, answer)).toEqual({ status: 200, late: ['late_answer', 'late_write_rejected'] });
  expect(await shop.record(intent)).toEqual(before);
  expect(await standOf(shop, intent)).toEqual(PAID);
});

test('refused as the provider did while its owner was frozen in the call: the late write is rejected', async () => {
  const { intent, answer } = await frozenInTheCall('tok_chargeDeclined');
  const { flow, found } = await fenced(intent);
  expect(found).toBe('found_failed');
  expect(await decideOn(flow, 'refuse')).toMatchObject({ end: 'completed', outcome: 'refusal' });
  const before = await shop.record(intent);
  expect(await wake(intent, answer)).toEqual({ status: 402, late: ['late_answer', 'late_write_rejected'] });
  expect(await shop.record(intent)).toEqual(before);
  expect(await standOf(shop, intent)).toEqual({ ...REFUSED, charges: 0 });
});

test('held for as long as nobody can say: the owner that wakes writes nothing, and its answer is found afterwards', async () => {
  const { intent, answer } = await frozenInTheCall();
  const down = await shop.sandbox.fault({ on: 'charge_lookup', do: 'error_before', times: null });
  const { flow, found } = await fenced(intent);
  expect(found).toBe('unavailable');
  expect(await wake(intent, answer)).toEqual({ status: 409, late: ['late_answer', 'late_write_rejected'] });
  expect(await standOf(shop, intent)).toMatchObject({ record: ['UNKNOWN', null], payments: ['pending'] });
  await down.remove();
  await flow.lookUp(ada);
  await decideOn(flow, 'adopt');
  expect(await standOf(shop, intent)).toEqual(PAID);
});

test('released while its owner was frozen before the send: both send under one key, and one charge stands', async () => {
  const { intent, answer } = await frozenBeforeTheSend();
  const { flow, found } = await fenced(intent);
  expect(found).toBe('not_found');
  expect(await decideOn(flow, 'release')).toMatchObject({ end: 'goes_on' });
  expect(await shop.complete()).toMatchObject({ completed: 1 });
  const before = await shop.record(intent);
  expect(await wake(intent, answer)).toEqual({ status: 200, late: ['late_answer', 'late_write_rejected'] });
  expect(await shop.record(intent)).toEqual(before);
  expect((await shop.sandbox.counts()).charges[shop.chargeKey(intent)]).toEqual({ calls: 2, effects: 1 });
  expect(await standOf(shop, intent)).toEqual(PAID);
});

test('released past the key window by two people while its owner was frozen before the send: one charge stands', async () => {
  const { intent, answer } = await frozenBeforeTheSend();
  await (await flowOf(shop, intent)).pastKeyWindow();
  const { flow } = await fenced(intent);
  const question = await flow.confirmation(ada, 'release');
  const { approvalId } = (await flow.send(ada, 'ask', question)).data as { approvalId: string };
  await flow.send(bob, 'approve', { approvalId, reason: 'the list of the provider is empty' });
  await decideOn(flow, 'release');
  expect(await shop.complete()).toMatchObject({ completed: 1 });
  expect(await wake(intent, answer)).toEqual({ status: 200, late: ['late_answer', 'late_write_rejected'] });
  expect((await shop.sandbox.counts()).charges[shop.chargeKey(intent)]).toEqual({ calls: 2, effects: 1 });
  expect(await standOf(shop, intent)).toEqual(PAID);
});

test('refused past the key window while its owner was frozen before the send: what it sends then raises the alarm', async () => {
  const { intent, answer } = await frozenBeforeTheSend();
  await (await flowOf(shop, intent)).pastKeyWindow();
  const { flow, found } = await fenced(intent);
  expect(found).toBe('not_found');
  await decideOn(flow, 'refuse');
  const before = await shop.record(intent);
  expect(await wake(intent, answer)).toEqual({ status: 402, late: ['late_answer', 'late_write_rejected'] });
  expect(await shop.record(intent)).toEqual(before);
  // What no fence can stop: the money moved. The refusal stands, and a person is told.
  expect(await standOf(shop, intent)).toEqual({ ...REFUSED, charges: 1 });
  const of = [flow.id];
  await shop.observer.query('UPDATE external_reference SET next_look_at = clock_timestamp() WHERE record_id = $1', of);
  await watchOnce(shop.runtime.engine, registryOf(definitionsOf(shop.runtime)));
  const { alarms } = await callAs(shop, ada).desk.alarms.list();
  const [charge] = await shop.charges(intent);
  expect(alarms.find(({ recordId }) => recordId === flow.id)?.detail).toContain(charge?.id ?? 'no charge');
});
