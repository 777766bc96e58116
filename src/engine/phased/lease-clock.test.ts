import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { claimLockKey } from '../../postgres/lock-key.ts';
import { perform } from '../../postgres/prepared.ts';
import { claimPhased } from '../../postgres/statements/claim-phased.ts';
import { type Owner, proveOwnership } from '../../postgres/statements/prove-ownership.ts';
import { takeOver } from '../../postgres/statements/take-over.ts';
import { openEngine, type TestEngine } from '../../testing/engine.ts';
import { claimedRecord, phasedDefinition, phasedRequest } from '../../testing/phased-record.ts';
import { useShop } from '../../testing/shop.ts';
import { claimRow } from '../claim-row.ts';
import { runPhased } from './run-phased.ts';
import { toStored } from './stored-value.ts';

const shop = useShop();
let engine: TestEngine;
let other: PoolClient;
beforeAll(async () => {
  engine = openEngine(shop.url);
  other = await shop.observer.connect();
});
afterAll(async () => {
  other.release();
  await engine.close();
});

const LEASE = { leaseMs: 30_000, leaseOwner: 'test' };
const leaseLeftMs = async (key: string): Promise<number> => {
  const { rows } = await shop.observer.query<{ left: number }>(
    `SELECT (extract(epoch FROM lease_expires_at - clock_timestamp()) * 1000)::float8 AS left
     FROM idempotency_record WHERE key = $1`,
    [key],
  );
  return rows[0]?.left ?? Number.NaN;
};
/** Waits until a session of the app waits for a lock. */
const somebodyWaits = async (): Promise<void> => {
  const waiting = () =>
    shop.observer.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND application_name = 'latchkey'`,
    );
  while ((await waiting()).rowCount === 0);
};

describe('a lease', () => {
  let owner: Owner;
  let key: string;
  beforeEach(async () => {
    const request = phasedRequest();
    key = request.key;
    owner = await claimedRecord(engine, request);
  });
  const set = (sql: string) => shop.observer.query(`UPDATE idempotency_record SET ${sql} WHERE key = $1`, [key]);

  test('that ends now has lapsed, and one that ends in a moment has not', async () => {
    await set(`lease_expires_at = clock_timestamp() + interval '10 s'`);
    expect(await takeOver(engine.database.pool, owner, LEASE)).toBeNull();
    await set('lease_expires_at = clock_timestamp(), next_try_at = clock_timestamp()');
    expect(await takeOver(engine.database.pool, owner, LEASE)).toBe(2);
    expect(await leaseLeftMs(key)).toBeGreaterThan(25_000);
  });

  test('can be taken by one of many that see it lapsed', async () => {
    await set('lease_expires_at = clock_timestamp(), next_try_at = clock_timestamp()');
    const taken = await Promise.all(Array.from({ length: 8 }, () => takeOver(engine.database.pool, owner, LEASE)));
    expect(taken.filter((attempt) => attempt !== null)).toEqual([2]);
  });

  test('is never missing, and a record that is completed or parked is nobody’s to take', async () => {
    await expect(set('lease_expires_at = NULL')).rejects.toThrow(/not-null/);
    await set(`lease_expires_at = clock_timestamp(), parked_reason = 'A person is needed.'`);
    expect(await takeOver(engine.database.pool, owner, LEASE)).toBeNull();
  });

  test.each([40_000, -40_000])(
    'is judged by the database: a process %d ms off steals none and waits for none',
    async (off) => {
      const now = Date.now.bind(Date);
      vi.spyOn(Date, 'now').mockImplementation(() => now() + off);
      onTestFinished(() => void vi.restoreAllMocks());
      const definition = phasedDefinition((run) => run.finish(async () => 'done'));
      const request = { ...phasedRequest(key), isRetry: true };
      const early = await runPhased(engine, request, { definition, input: {} });
      expect(early).toMatchObject({ kind: 'refused', refusal: { reason: 'in_flight', retryAfterMs: 5_000 } });
      await set('lease_expires_at = clock_timestamp(), next_try_at = clock_timestamp()');
      expect(await runPhased(engine, request, { definition, input: {} })).toMatchObject({ kind: 'answered' });
    },
  );
});

test('a lease that is proved after a wait for the row counts from then, and so is never born lapsed', async () => {
  const request = phasedRequest();
  const owner = await claimedRecord(engine, request);
  const client = await engine.database.pool.connect();
  try {
    await shop.observer.query('UPDATE idempotency_record SET lease_expires_at = clock_timestamp() WHERE key = $1', [
      request.key,
    ]);
    await other.query('BEGIN');
    await other.query('SELECT FROM idempotency_record WHERE key = $1 FOR UPDATE', [request.key]);
    await client.query('BEGIN');
    const bounds = { lockTimeoutMs: 5_000, statementTimeoutMs: 10_000, idleTimeoutMs: 10_000 };
    const proved = perform(client, proveOwnership(owner, 1_000, bounds));
    await somebodyWaits();
    // The database's time passes: longer than the lease.
    await other.query('SELECT pg_sleep(1.2)');
    const { rows: past } = await other.query<{ time: string }>('SELECT clock_timestamp()::text AS time');
    await other.query('COMMIT');
    await proved;
    await client.query('COMMIT');
    // Against the end of the wait and not against now: a busy machine may take a second until it looks. A clock may be set back a little.
    const { rows: kept } = await shop.observer.query<{ whole: boolean }>(
      `SELECT lease_expires_at > $2::timestamptz + interval '0.9 s' AS whole FROM idempotency_record WHERE key = $1`,
      [request.key, past[0]?.time],
    );
    expect(kept).toEqual([{ whole: true }]);
  } finally {
    client.release();
  }
});

test('a claim that meets another on its way does not wait for it, and its own lease is whole', async () => {
  const request = phasedRequest(randomUUID());
  const row = { ...claimRow(engine, request), leaseOwner: 'test', input: toStored({}), inputVersion: 1 };
  const lockKey = claimLockKey(request.scope, request.key);
  await other.query('BEGIN');
  await other.query('SELECT pg_advisory_xact_lock($1::bigint)', [lockKey]);
  expect(await claimPhased(engine.database.pool, lockKey, row)).toEqual({ result: 'busy' });
  await other.query('ROLLBACK');
  expect(await claimPhased(engine.database.pool, lockKey, row)).toMatchObject({ result: 'claimed' });
  expect(await leaseLeftMs(request.key)).toBeGreaterThan(25_000);
});
