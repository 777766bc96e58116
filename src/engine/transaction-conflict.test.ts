import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '../postgres/guarded-tx.ts';
import { keyed, openEngine, run, type TestEngine } from '../testing/engine.ts';
import { gate, meeting } from '../testing/gate.ts';
import { violatedInvariants } from '../testing/invariants.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
let engine: TestEngine;
let sku: string;
let other: string;

beforeEach(async () => {
  engine = openEngine(shop.url);
  sku = await shop.addProduct(10);
  other = await shop.addProduct(10);
});
afterEach(async () => {
  await engine.close();
  expect(await violatedInvariants(shop.url, { stock: {} })).toEqual([]);
});

type Write = (tx: Tx, article: string) => Promise<unknown>;

/** Both ways in which work writes. */
const WRITES: readonly (readonly [string, Write])[] = [
  [
    'by model calls',
    (tx, article) => tx.product.update({ where: { sku: article }, data: { stock: { decrement: 1 } } }),
  ],
  ['by raw SQL', (tx, article) => tx.$executeRaw`UPDATE product SET stock = stock - 1 WHERE sku = ${article}`],
];

/** Takes one of `sku` behind the run's back, in a transaction of its own. */
const takeBehind = () => shop.observer.query('UPDATE product SET stock = stock - 1 WHERE sku = $1', [sku]);

describe.each(WRITES)('a serialization failure (40001) %s', (_how, write) => {
  /** Fixes the snapshot of the run, lets somebody write after it, then writes the same row. */
  const collide = async (tx: Tx, times: { left: number }): Promise<void> => {
    await tx.product.findUnique({ where: { sku } });
    if (times.left > 0) {
      times.left -= 1;
      await takeBehind();
    }
    await write(tx, sku);
  };

  beforeEach(() =>
    shop.observer.query(
      `ALTER DATABASE ${new URL(shop.url).pathname.slice(1)} SET default_transaction_isolation = 'repeatable read'`,
    ),
  );
  afterEach(() =>
    shop.observer.query(`ALTER DATABASE ${new URL(shop.url).pathname.slice(1)} RESET default_transaction_isolation`),
  );

  test('is retried: one effect, and the id in the stored answer is the id in the database', async () => {
    const times = { left: 1 };
    const ids: string[] = [];
    const request = keyed();
    const result = await run(engine, request, async (tx) => {
      const id = randomUUID();
      ids.push(id);
      await tx.product.create({ data: { sku: id, name: 'Tea', priceCents: 1, currency: 'EUR', stock: 1 } });
      await collide(tx, times);
      return { orderId: id };
    });
    expect(ids.length).toBe(2);
    expect(result).toMatchObject({ kind: 'answered', replayed: false, text: JSON.stringify({ orderId: ids[1] }) });
    expect(engine.events.filter((event) => event === 'transaction_retried').length).toBe(1);
    const { rows } = await shop.observer.query('SELECT sku FROM product WHERE sku = ANY($1)', [ids]);
    expect(rows).toEqual([{ sku: ids[1] }]);
    expect(await shop.stockOf(sku)).toBe(8);
  });

  test('that outlives the budget is answered 503, and the key is free', async () => {
    const times = { left: 100 };
    const request = keyed();
    const result = await run(engine, request, (tx) => collide(tx, times));
    expect(result).toMatchObject({ kind: 'refused', refusal: { reason: 'unavailable' } });
    expect(result.kind === 'refused' && result.refusal.retryAfterMs).toBeGreaterThan(0);
    const tries = 100 - times.left;
    expect(tries).toBeGreaterThan(1);
    expect(tries).toBeLessThan(10);
    times.left = 0;
    expect(await run(engine, request, (tx) => collide(tx, times))).toMatchObject({ kind: 'answered', replayed: false });
    expect(await shop.stockOf(sku)).toBe(10 - tries - 1);
  });
});

describe.each(WRITES)('a deadlock (40P01) %s', (_how, write) => {
  test('of two runs that lock two rows in opposite order ends with both effects', async () => {
    const bothHold = meeting(2);
    let attempts = 0;
    const opposite = (first: string, second: string) =>
      run(engine, keyed(), async (tx) => {
        attempts += 1;
        const meets = attempts <= 2;
        await write(tx, first);
        if (meets) await bothHold();
        await write(tx, second);
        return 'done';
      });
    const results = await Promise.all([opposite(sku, other), opposite(other, sku)]);
    expect(results.map(({ kind }) => kind)).toEqual(['answered', 'answered']);
    expect(engine.events).toContain('transaction_retried');
    expect([await shop.stockOf(sku), await shop.stockOf(other)]).toEqual([8, 8]);
  });
});

describe('a serialization failure (40001) of the COMMIT itself', () => {
  beforeEach(() =>
    shop.observer.query(`
      -- A sequence keeps its count over a rollback: the first COMMIT fails, and the second goes through.
      CREATE SEQUENCE test_commits;
      CREATE FUNCTION test_conflict_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('test_commits') = 1 THEN RAISE 'conflict' USING ERRCODE = '40001'; END IF;
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER test_conflict AFTER INSERT ON product DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION test_conflict_once()`),
  );
  afterEach(() =>
    shop.observer.query(
      'DROP TRIGGER test_conflict ON product; DROP FUNCTION test_conflict_once; DROP SEQUENCE test_commits',
    ),
  );

  // Twice on one connection: the completion is prepared with the first COMMIT, and sent under one Sync with the second.
  test('undoes effect and record, and is retried: one effect, and its id in the stored answer', async () => {
    await engine.close();
    engine = openEngine(shop.url, { pool: { size: 1 } });
    for (const times of [1, 2]) {
      await shop.observer.query('ALTER SEQUENCE test_commits RESTART');
      const ids: string[] = [];
      const request = keyed();
      const work = async (tx: Tx) => {
        const id = randomUUID();
        ids.push(id);
        await tx.product.create({ data: { sku: id, name: 'Tea', priceCents: 1, currency: 'EUR', stock: 1 } });
        return { orderId: id };
      };
      const result = await run(engine, request, work);
      expect(ids.length).toBe(2);
      const text = JSON.stringify({ orderId: ids[1] });
      expect(result).toMatchObject({ kind: 'answered', replayed: false, text });
      expect(engine.events.filter((event) => event === 'transaction_retried').length).toBe(times);
      const { rows } = await shop.observer.query('SELECT sku FROM product WHERE sku = ANY($1)', [ids]);
      expect(rows).toEqual([{ sku: ids[1] }]);
      expect(await run(engine, request, work)).toMatchObject({ kind: 'answered', replayed: true, text });
    }
  });
});

describe('under serializable isolation', () => {
  const isolation = (to: string) => shop.observer.query(`ALTER DATABASE ${new URL(shop.url).pathname.slice(1)} ${to}`);
  beforeEach(() => isolation(`SET default_transaction_isolation = 'serializable'`));
  afterEach(() => isolation('RESET default_transaction_isolation'));

  test('two keys that read each other’s rows both end as if one had come after the other', async () => {
    const bothRead = meeting(2);
    let attempts = 0;
    /** Takes one if both articles together are untouched. */
    const takeIfUntouched = (article: string) =>
      run(engine, keyed(), async (tx) => {
        attempts += 1;
        const meets = attempts <= 2;
        const both = await tx.product.aggregate({ where: { sku: { in: [sku, other] } }, _sum: { stock: true } });
        if (meets) await bothRead();
        if (both._sum.stock !== 20) return 'late';
        await tx.product.update({ where: { sku: article }, data: { stock: { decrement: 1 } } });
        return 'took';
      });
    const results = await Promise.all([takeIfUntouched(sku), takeIfUntouched(other)]);
    expect(results.map((result) => (result.kind === 'answered' ? result.text : result.kind)).toSorted()).toEqual([
      '"late"',
      '"took"',
    ]);
    expect(engine.events).toContain('transaction_retried');
    expect((await shop.stockOf(sku)) + (await shop.stockOf(other))).toBe(19);
  });
});

describe('a row lock that somebody else holds', () => {
  let holder: PoolClient;
  beforeEach(async () => {
    holder = await shop.observer.connect();
    await holder.query('BEGIN');
    await holder.query('UPDATE product SET stock = stock WHERE sku = $1', [sku]);
  });
  afterEach(async () => {
    await holder.query('ROLLBACK');
    holder.release();
  });

  test('ends the run by the bound of the server with 503, nothing written, and the key free', async () => {
    const impatient = openEngine(shop.url, { limits: { lockTimeoutMs: 50 } });
    const request = keyed();
    const take = (tx: Tx) => tx.product.update({ where: { sku }, data: { stock: { decrement: 1 } } });
    const result = await run(impatient, request, take);
    expect(result).toMatchObject({ kind: 'refused', refusal: { reason: 'unavailable' } });
    await holder.query('ROLLBACK');
    expect(await run(impatient, request, take)).toMatchObject({ kind: 'answered', replayed: false });
    expect(await shop.stockOf(sku)).toBe(9);
    await impatient.close();
  });
});

test('a statement, a silence and a run that take too long end with 503, and their late writes are never seen', async () => {
  const bounds = [{ statementTimeoutMs: 50 }, { idleTimeoutMs: 50 }, { runMs: 50 }];
  for (const limits of bounds) {
    const bounded = openEngine(shop.url, { limits });
    const hanging = gate();
    const request = keyed();
    let lateWrite: Promise<unknown> | undefined;
    const result = await run(bounded, request, async (tx) => {
      await tx.product.update({ where: { sku }, data: { stock: { decrement: 1 } } });
      if ('statementTimeoutMs' in limits) await tx.$queryRaw`SELECT 1 FROM pg_sleep(20)`;
      lateWrite = hanging.opened.then(() => tx.product.update({ where: { sku }, data: { stock: 0 } }));
      lateWrite.catch(() => {});
      if ('idleTimeoutMs' in limits) {
        // The server ends the session by itself; the run learns of it with its next statement.
        const gone = () =>
          shop.observer.query(
            `SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()`,
          );
        while ((await gone()).rowCount !== 0);
        return await tx.product.count();
      }
      return await lateWrite;
    });
    expect([limits, result]).toMatchObject([limits, { kind: 'refused', refusal: { reason: 'unavailable' } }]);
    hanging.open();
    await lateWrite?.catch((error: unknown) => expect(String(error)).toMatch(/after the run had ended/));
    // Without the bounds, which a busy machine would not keep to.
    expect(await run(engine, request, async () => 'ran')).toMatchObject({ kind: 'answered', replayed: false });
    expect(await shop.stockOf(sku)).toBe(10);
    await bounded.close();
  }
});
