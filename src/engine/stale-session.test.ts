import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Tx } from '../postgres/guarded-tx.ts';
import { keyed, openEngine, run, type TestEngine } from '../testing/engine.ts';
import { failureOf } from '../testing/failure-of.ts';
import { phasedDefinition, phasedRequest } from '../testing/phased-record.ts';
import { useShop } from '../testing/shop.ts';
import { runPhased } from './phased/run-phased.ts';

const shop = useShop();
let engine: TestEngine;
let sku: string;
beforeAll(() => {
  engine = openEngine(shop.url, { pool: { size: 3 } });
});
afterAll(() => engine.close());
beforeEach(async () => {
  sku = await shop.addProduct(10);
});

const takeOne = (tx: Tx) => tx.product.update({ where: { sku }, data: { stock: { decrement: 1 } } });
const change = (sql: string) => shop.observer.query(sql);

const transactional = (request = keyed()) => run(engine, request, takeOne);
const phased = () => {
  const definition = phasedDefinition(async (steps) => {
    await steps.local('step', async (tx) => void (await takeOne(tx)));
    return await steps.finish(async () => 'done');
  });
  return runPhased(engine, phasedRequest(), { definition, input: {} });
};
const answered = { kind: 'answered', replayed: false };

/** Every session of the pool has run everything that a call runs. */
const warmUp = async () => {
  for (const call of [transactional, phased]) await Promise.all([call(), call(), call()]);
  await change(`UPDATE product SET stock = 10 WHERE sku = '${sku}'`);
};

describe('after all sessions of the pool went stale, each call is answered on another one, with one effect', () => {
  const database = () => new URL(shop.url).pathname.slice(1);
  const stale: readonly (readonly [string, () => Promise<void>])[] = [
    [
      'their prepared statements are gone',
      async () => {
        const clients = await Promise.all([1, 2, 3].map(() => engine.database.pool.connect()));
        await Promise.all(clients.map((client) => client.query('DEALLOCATE ALL')));
        for (const client of clients) client.release();
        await engine.database.reader.rows({ name: 'test_forget', text: 'DEALLOCATE ALL', values: [] });
      },
    ],
    [
      'a column has another type since',
      async () => {
        for (const type of ['varchar(9000)', 'text']) {
          await change(`ALTER TABLE idempotency_record ALTER COLUMN procedure TYPE ${type}`);
          if (type === 'varchar(9000)') await warmUp();
        }
        await change(`ALTER TABLE product ALTER COLUMN name TYPE varchar(9000)`);
        onTestFinished(async () => void (await change(`ALTER TABLE product ALTER COLUMN name TYPE text`)));
      },
    ],
    [
      'they were opened while the database was read-only',
      async () => {
        await change(`ALTER DATABASE ${database()} SET default_transaction_read_only = on`);
        onTestFinished(
          async () => void (await change(`ALTER DATABASE ${database()} RESET default_transaction_read_only`)),
        );
        engine.database.pool.renew();
        const clients = await Promise.all([1, 2, 3].map(() => engine.database.pool.connect()));
        for (const client of clients) client.release();
        await change(`ALTER DATABASE ${database()} RESET default_transaction_read_only`);
      },
    ],
  ];

  test.each(stale)('%s: a transactional run', async (_why, spoil) => {
    await warmUp();
    await spoil();
    expect(await transactional()).toMatchObject(answered);
    expect(await shop.stockOf(sku)).toBe(9);
  });

  test.each(stale)('%s: thirty at once', async (_why, spoil) => {
    await warmUp();
    await spoil();
    sku = await shop.addProduct(100);
    const all = await Promise.all(Array.from({ length: 30 }, () => transactional()));
    expect(all.filter(({ kind }) => kind !== 'answered')).toEqual([]);
    expect(await shop.stockOf(sku)).toBe(70);
  });

  test.each(stale)('%s: the claim and the steps of a phased run', async (_why, spoil) => {
    await warmUp();
    await spoil();
    expect(await phased()).toMatchObject(answered);
    expect(await shop.stockOf(sku)).toBe(9);
  });

  test.each(stale)('%s: a replay, over the reader', async (_why, spoil) => {
    await warmUp();
    const request = keyed();
    await transactional(request);
    await spoil();
    const before = await shop.stockOf(sku);
    const replays = await Promise.all([transactional(request), transactional(request), transactional(request)]);
    expect(replays).toMatchObject([1, 2, 3].map(() => ({ kind: 'answered', replayed: true })));
    expect(await shop.stockOf(sku)).toBe(before);
  });
});

test('a database that went read-only for good is told as one that is away, and is used at once when it is back', async () => {
  const name = new URL(shop.url).pathname.slice(1);
  await warmUp();
  await change(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  onTestFinished(async () => void (await change(`ALTER DATABASE ${name} RESET default_transaction_read_only`)));
  engine.database.pool.renew();
  expect(await transactional()).toMatchObject({ kind: 'refused', refusal: { reason: 'unavailable' } });
  expect(await transactional()).toMatchObject({ kind: 'refused', refusal: { reason: 'unavailable' } });
  expect(await phased()).toMatchObject({ kind: 'refused', refusal: { reason: 'unavailable' } });
  await change(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  expect(await transactional()).toMatchObject(answered);
  expect(await phased()).toMatchObject(answered);
  expect(await shop.stockOf(sku)).toBe(8);
});

describe('work that makes its own transaction read-only is a bug of its author', () => {
  const ways = [
    'SET TRANSACTION READ ONLY',
    'SET LOCAL transaction_read_only = on',
    'SET transaction_read_only TO true',
    "SELECT set_config('transaction_read_only', 'on', true)",
  ];
  test.each(ways)('by %s: thrown with a sentence, nothing written, run once', async (sql) => {
    for (const writes of ['itself', 'not', 'swallowed'] as const) {
      await warmUp();
      let runs = 0;
      const failure = await failureOf(() =>
        run(engine, keyed(), async (tx) => {
          runs += 1;
          await tx.$executeRawUnsafe(sql);
          if (writes === 'itself') await takeOne(tx);
          if (writes === 'swallowed') await takeOne(tx).catch(() => {});
          return 'done';
        }),
      );
      expect([String(failure), runs]).toEqual([expect.stringMatching(/made its own transaction read-only/), 1]);
      expect(await shop.stockOf(sku)).toBe(10);
    }
    expect(await transactional()).toMatchObject(answered);
  });
});

describe('work that drops the statements of its session', () => {
  test.each([
    'DEALLOCATE ALL',
    'DISCARD ALL',
    'DISCARD PLANS',
    'DEALLOCATE PREPARE latchkey_look',
    'PREPARE x AS SELECT 1',
  ])('by %s is refused, and later calls are none the worse', async (sql) => {
    await warmUp();
    const failure = await failureOf(() => run(engine, keyed(), (tx) => tx.$executeRawUnsafe(sql)));
    expect(String(failure)).toMatch(/by name/);
    for (let n = 0; n < 6; n++) expect(await transactional()).toMatchObject(answered);
    expect(await shop.stockOf(sku)).toBe(4);
  });

  test('out of sight, in a block, has one effect, and later calls are none the worse', async () => {
    await warmUp();
    const request = keyed();
    await run(engine, request, async (tx) => {
      await takeOne(tx);
      await tx.$executeRawUnsafe("DO $$ BEGIN EXECUTE 'DEALLOCATE ALL'; END $$");
    });
    for (let n = 0; n < 6; n++) expect(await transactional()).toMatchObject(answered);
    expect(await shop.stockOf(sku)).toBe(3);
  });
});
