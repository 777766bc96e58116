import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import type { Tx } from '../postgres/guarded-tx.ts';
import { keyed, openEngine, run, type TestEngine } from '../testing/engine.ts';
import { gate } from '../testing/gate.ts';
import { violatedInvariants } from '../testing/invariants.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
let engine: TestEngine | undefined;

afterEach(async () => {
  await engine?.close();
  engine = undefined;
  expect(await violatedInvariants(shop.url, { stock: {} })).toEqual([]);
});

/** An article that is its run's effect. */
const addArticle = async (tx: Pick<Tx, 'product'>, sku: string) => {
  await tx.product.create({ data: { sku, name: 'Tea', priceCents: 1, currency: 'EUR', stock: 1 } });
  return { sku };
};

const articles = async (skus: readonly string[]) =>
  (await shop.observer.query<{ sku: string }>('SELECT sku FROM product WHERE sku = ANY($1)', [skus])).rows.map(
    ({ sku }) => sku,
  );

/** A connection, however many tries the bound of this test's pool needs for it; but none of a pool that has ended. */
const connectWithin = async ({ database }: TestEngine): Promise<PoolClient> => {
  for (;;) {
    try {
      return await database.pool.connect();
    } catch (error) {
      // An ended pool refuses at once: to ask it for ever would leave no turn to the test's own time-out.
      if (!String(error).includes('timeout')) throw error;
    }
  }
};

/** Each waits for a connection up to the pool's bound: forty callers of one connection need a few of them. */
const MAX_TRIES = 40;

describe('a pool whose connections are all taken', () => {
  test.each([1, 2, 10])(
    '(%i): 503 with a Retry-After, no write lost and none merged into another run',
    async (size) => {
      // A busy machine takes a good part of a second to connect.
      const opened = openEngine(shop.url, { pool: { size, acquireTimeoutMs: 2_000 } });
      engine = opened;
      // Warm, so that the bound is spent on waiting and not on connecting: one after another, each within it.
      const connected: PoolClient[] = [];
      while (connected.length < size) connected.push(await connectWithin(opened));
      for (const client of connected) client.release();
      const mayEnd = gate();
      const skus = Array.from({ length: 40 }, () => randomUUID());
      const requests = skus.map(() => keyed());
      const beyondPoolAnswered = gate();
      let refused = 0;
      const starts = requests.map(async (request, n) => {
        const result = await run(opened, request, async (tx) => {
          await mayEnd.opened;
          return await addArticle(tx, skus[n] ?? '');
        });
        if (result.kind === 'refused') refused += 1;
        if (refused === 40 - size) beyondPoolAnswered.open();
        return result;
      });
      // While the others still hold every connection.
      await beyondPoolAnswered.opened;
      mayEnd.open();
      const results = await Promise.all(starts);
      const done = skus.filter((_sku, n) => results[n]?.kind === 'answered');
      expect(done.length).toBe(size);
      for (const result of results) {
        if (result.kind === 'refused')
          expect(result.refusal).toMatchObject({ reason: 'unavailable', retryAfterMs: expect.any(Number) });
      }
      expect((await articles(skus)).toSorted()).toEqual(done.toSorted());

      // A connection given back inside a transaction would swallow this write.
      const after = randomUUID();
      await addArticle(opened.database.prisma, after);
      expect(await articles([after])).toEqual([after]);

      // The refused ones are done by the same keys, once.
      await Promise.all(
        requests.map(async (request, n) => {
          const work = (tx: Tx) => addArticle(tx, skus[n] ?? '');
          // Not for ever: an ended engine may refuse at once, and leave no turn to the test's own time-out.
          for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
            if ((await run(opened, request, work)).kind !== 'refused') return;
          }
        }),
      );
      expect((await articles(skus)).length).toBe(40);
    },
  );
});

describe('a COMMIT that takes long (a deferred trigger)', () => {
  const slowCommits = async (seconds: number) => {
    await shop.observer.query(`
      CREATE OR REPLACE FUNCTION slow_commit() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_sleep(${seconds}); RETURN NULL; END $$;
      DROP TRIGGER IF EXISTS slow_commit ON product;
      CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON product DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION slow_commit()`);
  };
  afterEach(() => shop.observer.query('DROP TRIGGER IF EXISTS slow_commit ON product'));

  test('longer than every bound is waited for and answered, and merges no other write', async () => {
    const bounds = { statementTimeoutMs: 1_000, idleTimeoutMs: 1_000 };
    const opened = openEngine(shop.url, { pool: { size: 2 }, limits: bounds });
    engine = opened;
    // What Prisma does once per process would count as a silence.
    await addArticle(opened.database.prisma, randomUUID());
    await slowCommits(2);
    const skus = [randomUUID(), randomUUID(), randomUUID()];
    const results = await Promise.all(skus.map((sku) => run(opened, keyed(), (tx) => addArticle(tx, sku))));
    expect(results.map(({ kind }) => kind)).toEqual(['answered', 'answered', 'answered']);
    expect((await articles(skus)).length).toBe(3);
  });

  test('and is killed meanwhile ends with 503, nothing written, and later writes are seen at once', async () => {
    await slowCommits(20);
    const opened = openEngine(shop.url, { pool: { size: 1 } });
    engine = opened;
    const sku = randomUUID();
    const request = keyed();
    const running = run(opened, request, (tx) => addArticle(tx, sku));
    const kill = () =>
      shop.observer.query(
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
         WHERE datname = current_database() AND query = 'COMMIT' AND state = 'active' AND wait_event = 'PgSleep'`,
      );
    while ((await kill()).rowCount === 0);
    expect(await running).toMatchObject({ kind: 'refused', refusal: { reason: 'unavailable' } });
    expect(await articles([sku])).toEqual([]);
    await shop.observer.query('DROP TRIGGER slow_commit ON product');
    const after = randomUUID();
    await addArticle(opened.database.prisma, after);
    expect(await articles([after])).toEqual([after]);
    expect(await run(opened, request, (tx) => addArticle(tx, sku))).toMatchObject({
      kind: 'answered',
      replayed: false,
    });
  });

  test('and refuses at its end undoes the order: the error is the server’s, and nothing is stored', async () => {
    await shop.observer.query(`
      CREATE OR REPLACE FUNCTION refuse_commit() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'refused in COMMIT' USING ERRCODE = 'check_violation'; END $$;
      CREATE CONSTRAINT TRIGGER refuse_commit AFTER INSERT ON product DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION refuse_commit()`);
    const opened = openEngine(shop.url);
    engine = opened;
    const request = keyed();
    const sku = randomUUID();
    await expect(run(opened, request, (tx) => addArticle(tx, sku))).rejects.toThrow(/refused in COMMIT/);
    await shop.observer.query('DROP TRIGGER refuse_commit ON product');
    expect(await articles([sku])).toEqual([]);
    expect(await run(opened, request, (tx) => addArticle(tx, sku))).toMatchObject({
      kind: 'answered',
      replayed: false,
    });
  });
});
