import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keyed, openEngine, type TestEngine } from '../../testing/engine.ts';
import { claimedRecord, PHASED, phasedDefinition } from '../../testing/phased-record.ts';
import { useShop } from '../../testing/shop.ts';
import { completeOnce, type PhasedRegistry } from './completer.ts';
import type { PhasedDefinition, Run } from './definition.ts';

const shop = useShop();
// A pool connects within three seconds or the record is left alone, which a busy machine may not manage ten times at once.
const PATIENT = { pool: { acquireTimeoutMs: 20_000 } };
let engine: TestEngine;
let scope: string;
beforeAll(() => {
  engine = openEngine(shop.url, PATIENT);
});
afterAll(() => engine.close());
beforeEach(async () => {
  ({ accountId: scope } = await shop.addAccount());
});

const registryWith = (
  run: Parameters<typeof phasedDefinition>[0],
  more: Partial<PhasedDefinition> = {},
): PhasedRegistry => new Map([[PHASED, { ...phasedDefinition(run), ...more }]]);
const finished = registryWith((run) => run.finish(async () => 'done'));
const ZERO = { completed: 0, lost: 0, aside: 0, unavailable: 0, failed: 0, parked: 0, reopened: 0 };

/** A record whose process died; due, with what the test changes of it. */
const abandoned = async (change = 'tries = 0'): Promise<string> => {
  const key = randomUUID();
  await claimedRecord(engine, keyed({ procedure: PHASED, key, scope }));
  const set = (sql: string) => shop.observer.query(`UPDATE idempotency_record SET ${sql} WHERE key = $1`, [key]);
  await set('lease_expires_at = clock_timestamp(), next_try_at = clock_timestamp()');
  await set(change);
  return key;
};
const recordOf = async (key: string) =>
  (await shop.observer.query('SELECT * FROM idempotency_record WHERE key = $1', [key])).rows[0];

test('an abandoned record is entered again without its client, and what it has done is counted', async () => {
  const key = await abandoned();
  expect(await completeOnce(engine, finished)).toEqual({ ...ZERO, completed: 1 });
  expect(await recordOf(key)).toMatchObject({ state: 'COMPLETED', attempt: 2, tries: 1, answer: '"done"' });
  expect(await completeOnce(engine, finished)).toEqual(ZERO);
});

test('a record is left alone while its lease runs, and while its next try is ahead', async () => {
  // Longer than this file runs: the other tests count every record that is due.
  const working = await abandoned(`lease_expires_at = clock_timestamp() + interval '1 hour'`);
  const later = await abandoned(`next_try_at = clock_timestamp() + interval '1 hour'`);
  expect(await completeOnce(engine, finished)).toEqual(ZERO);
  for (const key of [working, later]) expect(await recordOf(key)).toMatchObject({ attempt: 1, state: 'IN_PROGRESS' });
});

test.each<[string, string, PhasedRegistry, RegExp]>([
  ['its code is gone', 'tries = 0', new Map(), /Its code is gone: this build has no phased procedure test.phased/],
  ['its tries are spent', 'tries = 12', finished, /12 tries are spent/],
  [
    'its input is of a version that this build cannot read',
    'tries = 0',
    registryWith((run) => run.finish(async () => 'done'), { version: 3 }),
    /The input was stored by version 1 of test.phased; this build has version 3/,
  ],
])('a record is parked when %s', async (_why, change, registry, sentence) => {
  const key = await abandoned(change);
  await completeOnce(engine, registry);
  const parked = await recordOf(key);
  expect(parked).toMatchObject({ state: 'IN_PROGRESS', parked_reason: expect.stringMatching(sentence) });
  await shop.observer.query('UPDATE idempotency_record SET next_try_at = clock_timestamp() WHERE key = $1', [key]);
  expect(await completeOnce(engine, finished)).toEqual(ZERO);
});

test('a record whose account was suspended is parked', async () => {
  const key = await abandoned();
  await shop.observer.query('UPDATE account SET suspended_at = clock_timestamp() WHERE id = $1', [scope]);
  expect(await completeOnce(engine, finished)).toEqual({ ...ZERO, parked: 1 });
  expect(await recordOf(key)).toMatchObject({ parked_reason: 'Its account is closed or gone.' });
});

test('a run that fails is tried again later and later, and its tries are counted before it runs', async () => {
  const key = await abandoned();
  const seen: number[] = [];
  const failing = registryWith(async (run) => {
    await run.local('first', async () => 'kept');
    seen.push((await recordOf(key)).tries);
    throw new Error('A bug.');
  });
  const waits: number[] = [];
  for (let round = 0; round < 4; round++) {
    expect(await completeOnce(engine, failing)).toEqual({ ...ZERO, failed: 1 });
    const { rows } = await shop.observer.query<{ wait: number }>(
      `UPDATE idempotency_record SET next_try_at = clock_timestamp() WHERE key = $1
       RETURNING (SELECT extract(epoch FROM o.next_try_at - o.lease_expires_at) FROM idempotency_record o
                  WHERE o.key = $1)::float8 AS wait`,
      [key],
    );
    // In seconds: two looks at the clock in one statement are microseconds apart.
    waits.push(Math.round(rows[0]?.wait ?? Number.NaN));
  }
  expect(seen).toEqual([1, 2, 3, 4]);
  expect([...waits].sort((a, b) => a - b)).toEqual(waits);
  expect(waits[3]).toBeGreaterThanOrEqual(16);
});

test('several workers at once enter each abandoned record once', async () => {
  const keys = await Promise.all(Array.from({ length: 12 }, () => abandoned()));
  const others = [openEngine(shop.url, PATIENT), openEngine(shop.url, PATIENT)];
  const runs: string[] = [];
  const counted = registryWith(async (run: Run) =>
    run.finish(async (tx) => {
      const [row] = await tx.$queryRaw<{ id: string }[]>`SELECT pg_backend_pid()::text AS id`;
      runs.push(row?.id ?? '');
      return 'done';
    }),
  );
  const rounds = [engine, ...others].flatMap((worker) => [
    completeOnce(worker, counted),
    completeOnce(worker, counted),
  ]);
  const counts = await Promise.all(rounds);
  expect(counts.reduce((sum, { completed }) => sum + completed, 0)).toBe(12);
  expect(runs).toHaveLength(12);
  for (const key of keys) expect(await recordOf(key)).toMatchObject({ state: 'COMPLETED', attempt: 2 });
  for (const other of others) await other.close();
});
