import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuse } from '../../idempotency/refusal.ts';
import { openEngine, type TestEngine } from '../../testing/engine.ts';
import { usePayments } from '../../testing/payments.ts';
import { startPgProxy } from '../../testing/pg-proxy/proxy.ts';
import { answeringOperation, phasedDefinition, phasedRequest } from '../../testing/phased-record.ts';
import type { Ended, Run } from './definition.ts';
import { runPhased } from './run-phased.ts';

const shop = usePayments();
let engine: TestEngine;
beforeAll(() => {
  engine = openEngine(shop.url);
});
afterAll(() => engine.close());

const recordOf = async (key: string) =>
  (await shop.observer.query('SELECT * FROM idempotency_record WHERE key = $1', [key])).rows[0];

/** A run whose call succeeded, and then ends so. */
const afterCharge = (key: string, end: (run: Run) => Promise<Ended<unknown>>) => {
  const definition = phasedDefinition(async (run) => {
    await run.external('charge', { operation: answeringOperation(), request: {} });
    return await end(run);
  });
  return runPhased(engine, phasedRequest(key), { definition, input: {} });
};

test.each<[string, (run: Run) => Promise<Ended<unknown>>, RegExp]>([
  [
    'a finish that fails for good',
    (run) => run.finish(() => Promise.reject(new Error('No such order.'))),
    /No such order/,
  ],
  ['a finish that refuses', (run) => run.finish(async () => refuse('no', 409, 'No.')), /finish may not refuse/],
  ['a refusal', (run) => run.refuse(async () => {}, refuse('sold_out', 409, 'Sold out.')), /refused \(sold_out\)/],
])('%s after a confirmed effect parks the record, and no refusal is stored or told', async (_what, end, why) => {
  const key = randomUUID();
  const unknown = { kind: 'refused', refusal: { reason: 'outcome_unknown' } };
  expect(await afterCharge(key, end)).toMatchObject(unknown);
  const record = await recordOf(key);
  expect(record).toMatchObject({ state: 'IN_PROGRESS', outcome: null, parked_reason: expect.stringMatching(why) });
  // No retry runs it either.
  expect(await afterCharge(key, (run) => run.finish(async () => 'done'))).toMatchObject(unknown);
  expect(await recordOf(key)).toEqual(record);
});

test.each(['before', 'after'] as const)(
  'a connection lost just %s the COMMIT of the last step is told from the record, never parked, and replays',
  async (side) => {
    const proxy = await startPgProxy(shop.url);
    const runtime = shop.openRuntime(proxy.url);
    const intent = await shop.newIntent();
    const isLast = /state = 'COMPLETED'/;
    // `before` strikes the completion, which travels with its COMMIT.
    const cut = side === 'before' ? proxy.cutBefore(isLast) : proxy.cutAfterServerReceived('COMMIT', { nth: 4 });
    const first = await shop.pay(intent, { runtime });
    await cut;
    const record = await shop.record(intent);
    expect(record?.parked_reason).toBeNull();
    if (side === 'after') expect(first).toMatchObject({ status: 200 });
    else expect(first).toMatchObject({ status: 503, error: { data: { idempotency: { reason: 'unavailable' } } } });
    await shop.lapse(intent);
    const retry = await shop.pay(intent, { isRetry: true });
    expect(retry).toMatchObject({ status: 200, replayed: side === 'after' });
    if (side === 'after') expect(retry.text).toBe(first.text);
    expect(await shop.charges(intent)).toHaveLength(1);
    proxy.close();
  },
);

test('a key that is forgotten before the provider forgets it charges nothing again: the order is paid', async () => {
  const intent = await shop.newIntent();
  expect((await shop.pay(intent)).status).toBe(200);
  await shop.observer.query('DELETE FROM idempotency_record WHERE key = $1', [intent.key]);
  expect(await shop.pay(intent)).toMatchObject({ status: 409, error: { message: expect.stringContaining('is paid') } });
  expect(await shop.charges(intent)).toHaveLength(1);
  expect((await shop.sandbox.counts()).charges[shop.chargeKey(intent)]).toEqual({ calls: 1, effects: 1 });
});

test('another card under the key of a declined one is a conflict, and a new key is a new key at the provider too', async () => {
  const intent = await shop.newIntent();
  expect((await shop.pay(intent, { card: 'tok_chargeDeclined' })).status).toBe(402);
  expect((await shop.pay(intent, { card: 'tok_visa' })).status).toBe(422);
  const corrected = { ...intent, key: randomUUID() };
  expect((await shop.pay(corrected)).status).toBe(200);
  expect(shop.chargeKey(corrected)).not.toBe(shop.chargeKey(intent));
  const { charges } = await shop.sandbox.counts();
  expect([charges[shop.chargeKey(intent)], charges[shop.chargeKey(corrected)]]).toEqual([
    { calls: 1, effects: 0 },
    { calls: 1, effects: 1 },
  ]);
});
