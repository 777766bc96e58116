import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Owner } from '../../postgres/statements/prove-ownership.ts';
import { renewLease } from '../../postgres/statements/renew-lease.ts';
import { openEngine, type TestEngine } from '../../testing/engine.ts';
import { claimedRecord, phasedDefinition, phasedRequest } from '../../testing/phased-record.ts';
import { useShop } from '../../testing/shop.ts';
import { runPhased } from './run-phased.ts';

const shop = useShop();
let engine: TestEngine;
let session: PoolClient;
let owner: Owner;

beforeAll(async () => {
  engine = openEngine(shop.url, { limits: { leaseMs: 30_000 } });
  session = await shop.observer.connect();
});
afterAll(async () => {
  session.release();
  await engine.close();
});
beforeEach(async () => {
  owner = await claimedRecord(engine);
});

const change = (sql: string) =>
  shop.observer.query(`UPDATE idempotency_record SET ${sql} WHERE id = $1`, [String(owner.recordId)]);
const renew = () => renewLease(engine.database.pool, owner, 30_000);
const leaseLeftMs = async (): Promise<number> => {
  const { rows } = await shop.observer.query<{ left: number }>(
    'SELECT (extract(epoch FROM lease_expires_at - clock_timestamp()) * 1000)::float8 AS left FROM idempotency_record WHERE id = $1',
    [String(owner.recordId)],
  );
  return rows[0]?.left ?? Number.NaN;
};

const COMPLETED = `state = 'COMPLETED', outcome = 'success', outcome_status = 200, answer = 'x', answer_kept = 'full',
  completed_at = clock_timestamp(), answer_expires_at = clock_timestamp(), key_expires_at = clock_timestamp(),
  forget_at = clock_timestamp(), open_since = NULL, next_try_at = NULL, input = NULL`;

test('a renewal extends the lease', async () => {
  await change(`lease_expires_at = clock_timestamp() + interval '1 s'`);
  expect(await renew()).toBe('renewed');
  expect(await leaseLeftMs()).toBeGreaterThan(25_000);
});

test('a renewal does not queue behind a step of its own run, whose transaction extends the lease itself', async () => {
  await session.query('BEGIN');
  await session.query('SELECT FROM idempotency_record WHERE id = $1 FOR UPDATE', [String(owner.recordId)]);
  // Were it to wait for the row, this would hang until the test's end.
  expect(await renew()).toBe('busy');
  await session.query('ROLLBACK');
});

test('a renewal that comes after the end of its own run is no loss of the lease', async () => {
  await change(COMPLETED);
  expect(await renew()).toBe('ended');
  expect(await leaseLeftMs()).toBeLessThan(30_001);
});

test('a renewal after the key was freed is no loss of the lease', async () => {
  await shop.observer.query('DELETE FROM idempotency_record WHERE id = $1', [String(owner.recordId)]);
  expect(await renew()).toBe('ended');
});

test('a renewal of an older attempt is told that the lease is lost, also when the newer one has completed', async () => {
  await change('attempt = 2');
  expect(await renew()).toBe('lost');
  await change(COMPLETED);
  expect(await renew()).toBe('lost');
});

test('a run that gives its record up leaves no lease behind, however a renewal falls', async () => {
  // A renewal every millisecond: one is on its way whenever the run yields.
  const hasty = openEngine(shop.url, { limits: { leaseMs: 3 } });
  const definition = phasedDefinition(async (run) => {
    await run.local('first', async () => 1);
    throw new Error('A bug after the first step.');
  });
  for (let i = 0; i < 20; i++) {
    const request = phasedRequest();
    await expect(runPhased(hasty, request, { definition, input: {} })).rejects.toThrow('A bug');
    const { rows } = await shop.observer.query<{ untouched: boolean }>(
      `SELECT heartbeat_at <= (SELECT at FROM record_event e WHERE e.record_id = r.id AND event = 'yielded') AS untouched
       FROM idempotency_record r WHERE key = $1`,
      [request.key],
    );
    expect(rows).toEqual([{ untouched: true }]);
  }
  await hasty.close();
});
