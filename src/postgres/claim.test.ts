import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimRow } from '../engine/claim-row.ts';
import { DEFAULT_LIMITS } from '../engine/engine.ts';
import { keyed, openEngine, type RequestOptions, run, type TestEngine } from '../testing/engine.ts';
import { useShop } from '../testing/shop.ts';
import { claimLockKey } from './lock-key.ts';
import { perform } from './prepared.ts';
import { claim } from './statements/claim.ts';
import { complete } from './statements/complete.ts';

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

const claimOn = (client: PoolClient, options: RequestOptions, lockKey?: string) => {
  const request = keyed(options);
  const row = claimRow(engine, request);
  return perform(client, claim(lockKey ?? claimLockKey(request.scope, request.key), row, DEFAULT_LIMITS));
};

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
    await shop.observer.query(`DELETE FROM idempotency_record WHERE state = 'IN_PROGRESS'`);
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

  test('and one key under two lock ids is still claimed once: the unique index is the judge', async () => {
    const { key } = one;
    await first.query('BEGIN');
    expect(await claimOn(first, { key }, '1')).toMatchObject({ result: 'claimed' });
    await second.query('BEGIN');
    const waiting = claimOn(second, { key }, '2');
    await first.query('COMMIT');
    expect(await waiting).toEqual({ result: 'exists' });
    await shop.observer.query('DELETE FROM idempotency_record WHERE key = $1', [key]);
  });
});

test('lock ids have 64 bits, of which none is always the same', () => {
  const ids = Array.from({ length: 2_000 }, (_, n) => BigInt.asUintN(64, BigInt(claimLockKey('acc', `k-${n}`))));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.reduce((all, id) => all | id, 0n)).toBe(2n ** 64n - 1n);
  expect(ids.reduce((all, id) => all & id, 2n ** 64n - 1n)).toBe(0n);
  expect(claimLockKey('ab', 'c')).not.toBe(claimLockKey('a', 'bc'));
});

test('a completion is fenced by the attempt number: an owner of an earlier attempt completes nothing', async () => {
  const key = randomUUID();
  await first.query('BEGIN');
  const claimed = await claimOn(first, { key });
  if (claimed.result !== 'claimed') throw new Error('The claim of a fresh key failed.');
  const { recordId } = claimed;
  await first.query('UPDATE idempotency_record SET attempt = 2 WHERE id = $1', [String(recordId)]);
  const row = {
    outcome: 'success',
    status: 200,
    answer: '"A"',
    answerKept: 'full',
    answerBytes: 3,
    resourceId: null,
    retention: { answerHours: 1, keyHours: 2, memoryHours: 3 },
  } as const;
  await first.query('SAVEPOINT before');
  await expect(perform(first, complete({ recordId, attempt: 1 }, row))).rejects.toThrow();
  await first.query('ROLLBACK TO before');
  await perform(first, complete({ recordId, attempt: 2 }, row));
  await expect(perform(first, complete({ recordId, attempt: 2 }, row))).rejects.toThrow();
});
