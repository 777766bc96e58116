import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimRow } from '../engine/claim-row.ts';
import { DEFAULT_LIMITS } from '../engine/engine.ts';
import { keyed, openEngine, type RequestOptions, run, type TestEngine } from '../testing/engine.ts';
import { useShop } from '../testing/shop.ts';
import { isKeyTaken } from './failure.ts';
import { claimLockKey } from './lock-key.ts';
import { perform } from './prepared.ts';
import { type Claim, claim, readClaim } from './statements/claim.ts';
import { claimPhased } from './statements/claim-phased.ts';
import { complete } from './statements/complete.ts';
import { completeTransactional } from './statements/complete-transactional.ts';
import { sendTogether } from './together.ts';

const shop = useShop();
let engine: TestEngine;
let first: PoolClient;
let second: PoolClient;

beforeEach(async () => {
  engine = openEngine(shop.url);
  first = await shop.observer.connect();
  second = await shop.observer.connect();
});
afterEach(async () => {
  for (const client of [first, second]) {
    await client.query('ROLLBACK');
    client.release();
  }
  await engine.close();
});

const claimOn = async (client: PoolClient, options: RequestOptions, lockKey?: string) => {
  const request = keyed(options);
  const statements = claim(lockKey ?? claimLockKey(request.scope, request.key), request, DEFAULT_LIMITS);
  return readClaim(await sendTogether(client, statements));
};

const completeOn = (client: PoolClient, claimed: Claim, options: RequestOptions) => {
  if (claimed.result !== 'claimed') throw new Error(`The claim was ${claimed.result}.`);
  return perform(client, completeTransactional(claimed.recordId, claimRow(engine, keyed(options)), OUTCOME));
};

const OUTCOME = {
  outcome: 'success',
  status: 200,
  answer: '"A"',
  answerKept: 'full',
  answerBytes: 3,
  resourceId: null,
  retention: { answerHours: 1, keyHours: 2, memoryHours: 3 },
} as const;

const advisoryLocks = async () => {
  const { rows } = await shop.observer.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory'
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rows[0]?.count;
};

describe('a claim', () => {
  test('sees a record that was completed between an earlier look and the claim itself', async () => {
    const key = randomUUID();
    await first.query('BEGIN');
    expect((await first.query('SELECT 1 FROM idempotency_record WHERE key = $1', [key])).rows).toEqual([]);
    await run(engine, keyed({ key }), async () => 'done');
    expect(await claimOn(first, { key })).toEqual({ result: 'exists' });
  });

  test('is busy, without waiting, while another transaction holds it; and is free again when that rolls back', async () => {
    const key = randomUUID();
    await first.query('BEGIN');
    expect(await claimOn(first, { key })).toMatchObject({ result: 'claimed' });
    await second.query('BEGIN');
    expect(await claimOn(second, { key })).toEqual({ result: 'busy' });
    await first.query('ROLLBACK');
    expect(await claimOn(second, { key })).toMatchObject({ result: 'claimed' });
  });

  test('sets bounds that end with its transaction', async () => {
    const bounds = async () =>
      (
        await first.query(
          `SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement,
           current_setting('idle_in_transaction_session_timeout') AS idle`,
        )
      ).rows[0];
    await first.query('BEGIN');
    await claimOn(first, {});
    expect(await bounds()).toEqual({ lock: '2s', statement: '5s', idle: '10s' });
    await first.query('COMMIT').catch(() => {});
    await first.query('ROLLBACK');
    expect(await bounds()).toEqual({ lock: '0', statement: '0', idle: '0' });
  });

  test('leaves no lock behind, whichever way its transaction ends', async () => {
    for (const end of ['COMMIT', 'ROLLBACK']) {
      await first.query('BEGIN');
      await claimOn(first, {});
      expect(await advisoryLocks()).toBe(1);
      await first.query(end);
      expect(await advisoryLocks()).toBe(0);
    }
  });

  test('of many runs leaves no lock behind in the sessions of the pool', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        run(engine, keyed(), async () => {
          if (n % 3 === 0) throw new Error('raised by the work');
          return n;
        }).catch(() => {}),
      ),
    );
    expect(await advisoryLocks()).toBe(0);
  });
});

describe('two keys whose lock ids are equal', () => {
  const one = { key: randomUUID() };
  const other = { key: randomUUID() };

  test('cost a needless busy while the first runs, and nothing else', async () => {
    await first.query('BEGIN');
    expect(await claimOn(first, one, '42')).toMatchObject({ result: 'claimed' });
    await second.query('BEGIN');
    expect(await claimOn(second, other, '42')).toEqual({ result: 'busy' });
    await first.query('ROLLBACK');
    expect(await claimOn(second, other, '42')).toMatchObject({ result: 'claimed' });
  });

  test('and of one key under two lock ids one completes: the unique index is the judge', async () => {
    const { key } = one;
    await first.query('BEGIN');
    const winner = await claimOn(first, { key }, '1');
    await second.query('BEGIN');
    const overtaken = await claimOn(second, { key }, '2');
    await completeOn(first, winner, { key });
    const waiting = completeOn(second, overtaken, { key }).catch((error: unknown) => error);
    await first.query('COMMIT');
    expect(isKeyTaken(await waiting)).toBe(true);
    await expect(second.query('SELECT 1')).rejects.toMatchObject({ code: '25P02' });
  });

  test('and a run that was overtaken under another lock id is undone, and gets the answer that stands', async () => {
    const key = randomUUID();
    const stock = async () =>
      (await shop.observer.query<{ stock: number }>(`SELECT stock FROM product WHERE sku = 'tea-01'`)).rows[0]?.stock;
    const before = await stock();
    const overtaken = await run(engine, keyed({ key }), async (tx) => {
      await tx.$executeRaw`UPDATE product SET stock = stock - 1 WHERE sku = 'tea-01'`;
      await first.query('BEGIN');
      await completeOn(first, await claimOn(first, { key }, '3'), { key });
      await first.query('COMMIT');
      return 'B';
    });
    expect(overtaken).toEqual({ kind: 'answered', outcome: 'success', replayed: true, text: '"A"' });
    expect(await stock()).toBe(before);
  });
});

test('a lock of somebody else’s under an intent’s id costs a 409 as long as it is held, and nothing after', async () => {
  const request = keyed();
  const lock = claimLockKey(request.scope, request.key);
  // Of a session, which no transaction’s end gives back.
  await first.query('SELECT pg_advisory_lock($1)', [lock]);
  expect(await run(engine, request, async () => 'ran')).toMatchObject({ refusal: { reason: 'in_flight' } });
  await first.query('SELECT pg_advisory_unlock($1)', [lock]);
  expect(await run(engine, request, async () => 'ran')).toMatchObject({ kind: 'answered', replayed: false });
});

test('lock ids have 64 bits, of which none is always the same', () => {
  const ids = Array.from({ length: 2_000 }, (_, n) => BigInt.asUintN(64, BigInt(claimLockKey('acc', `k-${n}`))));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.reduce((all, id) => all | id, 0n)).toBe(2n ** 64n - 1n);
  expect(ids.reduce((all, id) => all & id, 2n ** 64n - 1n)).toBe(0n);
  expect(claimLockKey('ab', 'c')).not.toBe(claimLockKey('a', 'bc'));
});

test('a completion is fenced by the attempt number: an owner of an earlier attempt completes nothing', async () => {
  const request = keyed();
  const claimed = await claimPhased(shop.observer, claimLockKey(request.scope, request.key), {
    ...claimRow(engine, request),
    leaseOwner: 'test',
    input: '{}',
    inputVersion: 1,
  });
  if (claimed.result !== 'claimed') throw new Error('The claim of a fresh key failed.');
  const { recordId } = claimed;
  await first.query('BEGIN');
  await first.query('UPDATE idempotency_record SET attempt = 2 WHERE id = $1', [String(recordId)]);
  await first.query('SAVEPOINT before');
  await expect(perform(first, complete({ recordId, attempt: 1 }, OUTCOME))).rejects.toMatchObject({ code: 'LK001' });
  await first.query('ROLLBACK TO before');
  await perform(first, complete({ recordId, attempt: 2 }, OUTCOME));
  await expect(perform(first, complete({ recordId, attempt: 2 }, OUTCOME))).rejects.toMatchObject({ code: 'LK001' });
});
