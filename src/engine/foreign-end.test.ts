import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectionOf, type Tx } from '../postgres/guarded-tx.ts';
import { keyed, openEngine, run, type TestEngine } from '../testing/engine.ts';
import { failureOf } from '../testing/failure-of.ts';
import { FOREIGN_ENDS } from '../testing/foreign-ends.ts';
import { phasedDefinition, phasedRequest } from '../testing/phased-record.ts';
import { useShop } from '../testing/shop.ts';
import { runPhased } from './phased/run-phased.ts';

const shop = useShop();
let engine: TestEngine;
let sku: string;
beforeAll(async () => {
  engine = openEngine(shop.url);
  // After so many texts further ones have no name, and `pg` would send those without values by the simple protocol.
  for (let n = 0; n < 501; n++) await engine.database.prisma.$queryRawUnsafe(`SELECT ${n}`);
});
afterAll(() => engine.close());
beforeEach(async () => {
  sku = await shop.addProduct(10);
});

const takeOne = (tx: Tx) => tx.product.update({ where: { sku }, data: { stock: { decrement: 1 } } });
const raised = new Error('raised by the work');
const recordsOf = async (key: string): Promise<number> =>
  (await shop.observer.query('SELECT FROM idempotency_record WHERE key = $1', [key])).rows.length;

/** How the work takes that its statement fails, and how it ends itself. */
const ENDINGS = {
  'and lets its error through': async (end: () => Promise<unknown>, more: () => Promise<unknown>) => {
    await end();
    await more();
    return 'done';
  },
  'swallows its error and returns': async (end: () => Promise<unknown>) => {
    await end().catch(() => {});
    return 'done';
  },
  'swallows its error, goes on and returns': async (end: () => Promise<unknown>, more: () => Promise<unknown>) => {
    await end().catch(() => {});
    await more().catch(() => {});
    return 'done';
  },
  'swallows its error, goes on and throws': async (end: () => Promise<unknown>, more: () => Promise<unknown>) => {
    await end().catch(() => {});
    await more().catch(() => {});
    throw raised;
  },
} as const;
const endings = Object.entries(ENDINGS);

const MISUSED = /may not begin or end a transaction|ended its transaction|cursors of the run|by name/;

describe.each(endings)('work that tries to end its transaction %s', (_how, ending) => {
  const tryToEnd = (sql: string) => (tx: Tx) =>
    ending(
      async () => {
        await takeOne(tx);
        await tx.$executeRawUnsafe(sql);
      },
      () => takeOne(tx),
    );

  test.each(FOREIGN_ENDS)('by %j writes nothing, is told so, and the retry has one effect', async (sql) => {
    const request = keyed();
    const failure = await failureOf(() => run(engine, request, tryToEnd(sql)));
    expect(String(failure)).toMatch(MISUSED);
    expect([await shop.stockOf(sku), await recordsOf(request.key)]).toEqual([10, 0]);
    await run(engine, request, takeOne);
    expect([await shop.stockOf(sku), await recordsOf(request.key)]).toEqual([9, 1]);
  });

  test.each(FOREIGN_ENDS)('by %j in a local step or at the end of a phased run writes nothing either', async (sql) => {
    for (const place of ['local', 'finish'] as const) {
      const request = phasedRequest();
      const definition = phasedDefinition(async (steps) => {
        if (place === 'local') await steps.local('step', tryToEnd(sql));
        return await steps.finish(place === 'finish' ? tryToEnd(sql) : async () => 'done');
      });
      const failure = await failureOf(() => runPhased(engine, request, { definition, input: {} }));
      expect(String(failure)).toMatch(MISUSED);
      expect([await shop.stockOf(sku), await recordsOf(request.key)]).toEqual([10, 0]);
    }
  });

  const ways: readonly (readonly [string, (tx: Tx, sql: string) => Promise<unknown>])[] = [
    ['$executeRawUnsafe', (tx, sql) => tx.$executeRawUnsafe(sql)],
    ['$queryRawUnsafe', (tx, sql) => tx.$queryRawUnsafe(sql)],
    ['$executeRaw', (tx, sql) => tx.$executeRaw(Object.assign([sql], { raw: [sql] }))],
    ['$queryRaw', (tx, sql) => tx.$queryRaw(Object.assign([sql], { raw: [sql] }))],
  ];
  test.each(ways)('by several statements in one text through %s writes nothing', async (_way, send) => {
    for (const sql of [
      'UPDATE product SET stock = stock - 1; COMMIT',
      'SELECT 1; COMMIT; BEGIN',
      ';;UPDATE product SET stock = 0;END;',
    ]) {
      const request = keyed();
      const work = (tx: Tx) =>
        ending(
          () => send(tx, sql),
          () => takeOne(tx),
        );
      expect(await failureOf(() => run(engine, request, work))).toBeDefined();
      expect([await shop.stockOf(sku), await recordsOf(request.key)]).toEqual([10, 0]);
    }
  });

  test('inside a function, a block or a procedure writes nothing', async () => {
    await shop.observer.query(`
      CREATE OR REPLACE PROCEDURE test_commit() LANGUAGE plpgsql AS $$ BEGIN COMMIT; END $$;
      CREATE OR REPLACE FUNCTION test_run(sql text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN EXECUTE sql; RETURN 1; END $$`);
    const hidden = ['CALL test_commit()', 'DO $$ BEGIN COMMIT; END $$', 'DO $$ BEGIN ROLLBACK; END $$'];
    const texts = ['COMMIT', 'EXECUTE latchkey_commit', 'CLOSE ALL', 'CLOSE latchkey_open'];
    for (const sql of [...hidden, ...texts.map((text) => `SELECT test_run('${text}')`)]) {
      const request = keyed();
      await failureOf(() => run(engine, request, tryToEnd(sql)));
      expect([sql, await shop.stockOf(sku), await recordsOf(request.key)]).toEqual([sql, 10, 0]);
    }
  });
});

describe('if a statement that ends the transaction did get through', () => {
  /** Sends past everything that looks at what the work sends. */
  const past = (tx: Tx, sql: string): Promise<unknown> =>
    pg.Client.prototype.query.call(connectionOf(tx), sql) as unknown as Promise<unknown>;

  test.each([
    'COMMIT',
    'COMMIT AND CHAIN',
    'ROLLBACK',
    'ROLLBACK AND CHAIN',
    'UPDATE product SET stock = stock - 1; COMMIT; UPDATE product SET stock = stock - 1',
    "PREPARE TRANSACTION 'x'",
    'DISCARD ALL',
    'CLOSE ALL',
  ])('%s leaves nothing behind, whatever follows, and the run says so', async (sql) => {
    for (const [, ending] of endings) {
      const request = keyed();
      const work = (tx: Tx) =>
        ending(
          async () => {
            await takeOne(tx);
            await past(tx, sql);
          },
          () => takeOne(tx),
        );
      expect(await failureOf(() => run(engine, request, work))).toBeDefined();
      expect([await shop.stockOf(sku), await recordsOf(request.key)]).toEqual([10, 0]);
    }
  });

  test('no statement is sent outside of the transaction, not even one that was waiting for its turn', async () => {
    const request = keyed();
    const failure = await failureOf(() =>
      run(engine, request, async (tx) => {
        const rolledBack = past(tx, 'ROLLBACK');
        const late = Promise.allSettled([takeOne(tx), takeOne(tx), tx.$executeRaw`UPDATE product SET stock = 0`]);
        await rolledBack;
        await late;
        return 'done';
      }),
    );
    expect(String(failure)).toMatch(/ended its transaction/);
    expect([await shop.stockOf(sku), await recordsOf(request.key)]).toEqual([10, 0]);
  });

  test('a second transaction behind it is not taken for the first', async () => {
    const request = keyed();
    const failure = await failureOf(() =>
      run(engine, request, async (tx) => {
        await past(tx, 'ROLLBACK AND CHAIN');
        await takeOne(tx);
        return 'done';
      }),
    );
    expect(String(failure)).toMatch(/ended its transaction/);
    expect([await shop.stockOf(sku), await recordsOf(request.key)]).toEqual([10, 0]);
  });
});

test('statements of the work that are awaited together go one after the other, and savepoints work', async () => {
  const request = keyed();
  const result = await run(engine, request, async (tx) => {
    await Promise.all([takeOne(tx), takeOne(tx), takeOne(tx)]);
    await tx.$executeRaw`SAVEPOINT before`;
    await tx.$executeRawUnsafe('SELECT 1/0').catch(() => {});
    await tx.$executeRawUnsafe('/* back */ ROLLBACK WORK TO SAVEPOINT before');
    await takeOne(tx);
    await tx.$executeRaw`RELEASE SAVEPOINT before`;
    return 'done';
  });
  expect(result).toMatchObject({ kind: 'answered', text: '"done"' });
  expect(await shop.stockOf(sku)).toBe(6);
});
