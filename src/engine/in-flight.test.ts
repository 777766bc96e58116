import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '../postgres/guarded-tx.ts';
import { keyed, openEngine, type RequestOptions, run, type TestEngine } from '../testing/engine.ts';
import { gate } from '../testing/gate.ts';
import { violatedInvariants } from '../testing/invariants.ts';
import { useShop } from '../testing/shop.ts';
import type { RunResult } from './run.ts';

const shop = useShop();
let engine: TestEngine;
let key: string;

beforeEach(() => {
  // Each test begins with a pool that has yet to connect, which a busy machine may not manage ten times in three seconds.
  engine = openEngine(shop.url, { pool: { acquireTimeoutMs: 20_000 } });
  key = randomUUID();
});
afterEach(async () => {
  await engine.close();
  expect(await violatedInvariants(shop.url, { stock: {} })).toEqual([]);
});

/** A run under `key` that has claimed, written, and waits to be told to go on. */
const heldOpen = async (input: unknown = {}, work: (tx: Tx) => Promise<unknown> = async () => 'owner') => {
  const working = gate();
  const mayEnd = gate();
  const answer = run(engine, keyed({ key, input }), async (tx) => {
    const value = await work(tx);
    working.open();
    await mayEnd.opened;
    return value;
  });
  await working.opened;
  return { answer, release: mayEnd.open };
};

const duplicate = (options: RequestOptions = {}) =>
  run(engine, keyed({ key, ...options }), async () => {
    throw new Error('A duplicate ran.');
  });

const reasonOf = (result: RunResult) => (result.kind === 'refused' ? result.refusal.reason : result.kind);
const checkedOut = () => engine.database.pool.totalCount - engine.database.pool.idleCount;

describe('while a run is held open', () => {
  test('thirty duplicates are told so without waiting for it, holding no connection, and others run', async () => {
    const owner = await heldOpen();
    const duplicates = await Promise.all(Array.from({ length: 30 }, () => duplicate()));
    for (const result of duplicates) {
      expect(result).toMatchObject({ kind: 'refused', refusal: { reason: 'in_flight' } });
      expect(result.kind === 'refused' && result.refusal.retryAfterMs).toBeGreaterThan(0);
    }
    // The owner alone holds one: it still runs.
    expect(checkedOut()).toBe(1);
    const others = await Promise.all(Array.from({ length: 5 }, () => run(engine, keyed(), async () => 'other')));
    expect(others.map(reasonOf)).toEqual(others.map(() => 'answered'));
    owner.release();
    expect(await owner.answer).toMatchObject({ kind: 'answered', replayed: false, text: '"owner"' });
    expect(await duplicate()).toMatchObject({ kind: 'answered', replayed: true, text: '"owner"' });
  });

  test('another account under the same key learns nothing of it, and runs', async () => {
    const owner = await heldOpen();
    const other = await run(engine, keyed({ key, scope: 'acc_other' }), async () => 'other');
    expect(other).toMatchObject({ kind: 'answered', replayed: false, text: '"other"' });
    owner.release();
    expect(await owner.answer).toMatchObject({ kind: 'answered', replayed: false, text: '"owner"' });
  });

  test('duplicates use no connection at all beside the owner in a pool of two', async () => {
    await engine.close();
    engine = openEngine(shop.url, { pool: { size: 2, acquireTimeoutMs: 20_000 } });
    const owner = await heldOpen();
    const answers = await Promise.all(Array.from({ length: 30 }, () => duplicate()));
    expect(new Set(answers.map(reasonOf))).toEqual(new Set(['in_flight']));
    owner.release();
    await owner.answer;
  });

  test('another input gets 409 until it has committed, and 422 then', async () => {
    const owner = await heldOpen({ amount: 10 });
    expect(reasonOf(await duplicate({ input: { amount: 11 } }))).toBe('in_flight');
    expect(reasonOf(await duplicate({ input: { amount: 10 }, procedure: 'test.other' }))).toBe('in_flight');
    owner.release();
    expect(await owner.answer).toMatchObject({ kind: 'answered', replayed: false });
    expect(await duplicate({ input: { amount: 11 } })).toMatchObject({
      refusal: { reason: 'key_conflict', differingFields: ['amount'] },
    });
    expect(reasonOf(await duplicate({ input: { amount: 10 } }))).toBe('answered');
  });

  test('and then fails, its duplicate may run', async () => {
    const working = gate();
    const mayEnd = gate();
    const failing = run(engine, keyed({ key }), async () => {
      working.open();
      await mayEnd.opened;
      throw new Error('raised by the work');
    });
    await working.opened;
    expect(reasonOf(await duplicate())).toBe('in_flight');
    mayEnd.open();
    await expect(failing).rejects.toThrow('raised by the work');
    expect(await run(engine, keyed({ key }), async () => 'second')).toMatchObject({
      replayed: false,
      text: '"second"',
    });
  });
});
