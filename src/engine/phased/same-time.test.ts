import { describe, expect, test } from 'vitest';
import { claimLockKey } from '../../postgres/lock-key.ts';
import { type Intent, usePayments } from '../../testing/payments.ts';
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

describe('another card under the key of a record that is there for all to see is a conflict', () => {
  /** Holds the claim's lock, as the statement of another request does for a moment. */
  const withHeldClaim = async (intent: Intent, ask: () => Promise<unknown>) => {
    const session = await shop.observer.connect();
    try {
      await session.query('SELECT pg_advisory_lock($1::bigint)', [claimLockKey(intent.account.accountId, intent.key)]);
      await ask();
    } finally {
      await session.query('SELECT pg_advisory_unlock_all()');
      session.release();
    }
  };
  const conflicts = async (intent: Intent, many = 20) => {
    const answers = await Promise.all(Array.from({ length: many }, () => shop.pay(intent, { card: 'tok_amex' })));
    expect(answers.map(({ status }) => status)).toEqual(Array(many).fill(422));
    for (const { error } of answers) expect(error?.data.idempotency).toMatchObject({ reason: 'key_conflict' });
  };

  test('twenty at once beside a running payment, and while the claim’s lock is held', async () => {
    const intent = await shop.newIntent();
    const fault = await shop.sandbox.fault({ on: 'charge', do: 'hold_before', key: shop.chargeKey(intent) });
    const first = shop.pay(intent);
    await fault.held();
    await conflicts(intent);
    await withHeldClaim(intent, async () => {
      await conflicts(intent);
      expect(await shop.pay(intent)).toMatchObject({
        error: { data: { idempotency: { reason: 'in_flight', recordId: expect.any(String) } } },
      });
    });
    await fault.release();
    expect((await first).status).toBe(200);
  });

  test('and of a completed or an expired one, whose own request is answered from it', async () => {
    const intent = await shop.newIntent();
    const first = await shop.pay(intent);
    // Another process, which has not seen the key: it claims first.
    const other = shop.openRuntime();
    await withHeldClaim(intent, async () => {
      await conflicts(intent);
      expect(await shop.pay(intent, { runtime: other })).toMatchObject({
        status: 200,
        replayed: true,
        text: first.text,
      });
      await shop.observer.query(
        `UPDATE idempotency_record SET answer_expires_at = completed_at, key_expires_at = completed_at WHERE key = $1`,
        [intent.key],
      );
      await conflicts(intent);
      const expired = await shop.pay(intent, { runtime: shop.openRuntime() });
      expect(expired).toMatchObject({ status: 422, error: { data: { idempotency: { reason: 'key_expired' } } } });
    });
  });

  test('while a claim that nobody can see yet is in flight', async () => {
    const intent = await shop.newIntent();
    await withHeldClaim(intent, async () => {
      expect(await shop.pay(intent)).toMatchObject({
        status: 409,
        error: { data: { idempotency: { reason: 'in_flight' } } },
      });
    });
    expect(await shop.record(intent)).toBeUndefined();
  });
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
