import { expect, test } from 'vitest';
import { usePayments } from '../../testing/payments.ts';
import { startPgProxy } from '../../testing/pg-proxy/proxy.ts';

const shop = usePayments();

test('many identical requests at once reach the provider once, under one key', async () => {
  const intent = await shop.newIntent();
  const fault = await shop.sandbox.fault({ on: 'charge', do: 'hold_before', key: shop.chargeKey(intent) });
  const other = shop.openRuntime();
  // A new process connects within three seconds or answers 503, which a busy machine may not manage ten times at once.
  for (const { database } of [shop.runtime, other]) {
    await Promise.all(Array.from({ length: 5 }, () => database.pool.query('SELECT 1')));
  }
  let answeredSoFar = 0;
  const requests = Array.from({ length: 10 }, async (_, index) => {
    const answered = await shop.pay(intent, index % 2 === 0 ? {} : { runtime: other });
    answeredSoFar += 1;
    // Whoever is told that it runs keeps nothing waiting; the last of them lets it go on.
    if (answeredSoFar === 9) await fault.held().then(() => fault.release());
    return answered;
  });
  const answers = await Promise.all(requests);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  expect((await shop.sandbox.counts()).charges[shop.chargeKey(intent)]).toEqual({ calls: 1, effects: 1 });
});

test('a run that completes between a duplicate’s look and its takeover is replayed on the next ask, and not run again', async () => {
  const proxy = await startPgProxy(shop.url);
  const slow = shop.openRuntime(proxy.url);
  // A renewal of the owner comes after a third of its lease: never, within this test.
  const owner = shop.openRuntime(shop.url, {}, { leaseMs: 3_600_000 });
  const intent = await shop.newIntent();
  const fault = await shop.sandbox.fault({ on: 'charge', do: 'hold_after', key: shop.chargeKey(intent) });
  const first = shop.pay(intent, { runtime: owner });
  await fault.held();
  // The duplicate sees a lapsed lease; before its takeover reaches the server, the owner completes.
  await shop.lapse(intent);
  const takeover = proxy.holdBefore(/WITH lapsed AS/);
  const duplicate = shop.pay(intent, { runtime: slow, isRetry: true });
  await takeover.reached;
  await fault.release();
  const answered = await first;
  expect(answered).toMatchObject({ status: 200, replayed: false });
  takeover.release();
  expect(await duplicate).toMatchObject({ status: 409, error: { data: { idempotency: { reason: 'in_flight' } } } });
  expect(await shop.pay(intent, { runtime: slow, isRetry: true })).toMatchObject({ status: 200, text: answered.text });
  expect(await shop.record(intent)).toMatchObject({ attempt: 1 });
  expect(await shop.charges(intent)).toHaveLength(1);
  proxy.close();
});
