import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tx } from '../postgres/guarded-tx.ts';
import { keyed, openEngine, run, type TestEngine } from '../testing/engine.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
let engine: TestEngine;
let sku: string;
beforeAll(() => {
  // One connection: whoever comes next gets that very session, if it is kept.
  engine = openEngine(shop.url, { pool: { size: 1 } });
});
afterAll(() => engine.close());
beforeEach(async () => {
  sku = await shop.addProduct(10);
});

/** Everything by which a session may differ from a new one. The settings of PL/pgSQL are there once a trigger of ours has run. */
const LOOK = `SELECT json_build_object(
  'settings', (SELECT json_object_agg(name, setting ORDER BY name) FROM pg_settings WHERE name NOT LIKE 'plpgsql.%'),
  'user', current_user, 'session_user', session_user,
  'locks', (SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory'),
  'channels', (SELECT json_agg(channel) FROM pg_listening_channels() channel),
  'temporary', (SELECT json_agg(relname) FROM pg_class WHERE relnamespace = pg_my_temp_schema()),
  'functions', (SELECT json_agg(proname) FROM pg_proc WHERE pronamespace = pg_my_temp_schema()),
  'cursors', (SELECT json_agg(name) FROM pg_cursors WHERE name <> ''),
  'prepared', (SELECT json_agg(name) FROM pg_prepared_statements WHERE from_sql)
) AS session`;
type Seen = { readonly session: { readonly settings: Record<string, string> } };
const look = async () => (await engine.database.pool.query<Seen>(LOOK)).rows[0]?.session;
const pid = async (): Promise<number> =>
  (await engine.database.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0;

/** What a session holds when it is new: that of a connection nobody used. */
const fresh = async () => {
  const unused = openEngine(shop.url, { pool: { size: 1 } });
  try {
    return (await unused.database.pool.query<Seen>(LOOK)).rows[0]?.session;
  } finally {
    await unused.close();
  }
};

const ACTS: readonly string[] = [
  'SET session_replication_role = replica',
  'SET synchronous_commit = off',
  'SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE, READ ONLY, DEFERRABLE',
  'SET default_transaction_isolation = serializable',
  'SET statement_timeout = 7',
  'SET lock_timeout = 7',
  'SET idle_in_transaction_session_timeout = 7777',
  'SET idle_session_timeout = 7777',
  'SET search_path = pg_temp, public',
  'SET ROLE pg_monitor',
  'SET enable_seqscan = off',
  'SET row_security = off',
  'SET work_mem = 64',
  'SET LOCAL work_mem = 64',
  "SELECT set_config('session_replication_role', 'replica', false)",
  "SELECT set_config('default_transaction_read_only', 'on', false)",
  "WITH s AS (SELECT set_config('enable_hashjoin', 'off', false)) SELECT * FROM s",
  "SELECT set_config('app.tenant', 'acc', false)",
  'SELECT 1 FROM pg_advisory_lock(4711)',
  'SELECT 1 FROM pg_advisory_lock_shared(4711)',
  'SELECT 1 FROM (SELECT pg_try_advisory_lock(1, 2)) AS locked',
  'LISTEN something',
  'CREATE TEMP TABLE product (sku text)',
  'CREATE TEMP TABLE idempotency_record ON COMMIT DROP AS SELECT 1',
  'CREATE TEMP SEQUENCE mine',
  'SELECT 1 AS one INTO TEMP kept',
  "CREATE FUNCTION pg_temp.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
  'DECLARE mine CURSOR WITH HOLD FOR SELECT 1',
  "DO $$ BEGIN EXECUTE 'PREPARE mine AS SELECT 1'; END $$",
  "DO $$ BEGIN EXECUTE 'DEALLOCATE ALL'; END $$",
  "DO $$ BEGIN EXECUTE 'SET enable_sort = off'; PERFORM pg_advisory_lock(7); EXECUTE 'LISTEN other'; END $$",
  'SELECT setseed(0.5)',
  "LOAD 'plpgsql'",
];

test.each(ACTS)('a session in which the work said %s is handed on as a new one, or not at all', async (act) => {
  await engine.database.pool.query('SELECT 1');
  for (const ends of ['commits', 'fails'] as const) {
    const work = async (tx: Tx) => {
      await tx.$executeRawUnsafe(act);
      if (ends === 'fails') throw new Error('fails');
      return 'done';
    };
    // Whether the act itself lets the record be written is not what is asked here.
    await run(engine, keyed(), work).catch(() => {});
    expect(await look()).toEqual(await fresh());
    expect(await run(engine, keyed(), (tx) => tx.product.count({ where: { sku } }))).toMatchObject({ text: '1' });
  }
});

test('a session in which the work used models alone is handed on at once, with nothing sent to it', async () => {
  const before = await pid();
  await run(engine, keyed(), (tx) => tx.product.findMany({ where: { sku } }));
  expect(await pid()).toBe(before);
});

test('a session in which the work read by raw SQL is kept', async () => {
  const before = await pid();
  await run(engine, keyed(), (tx) => tx.$queryRaw`SELECT 1`);
  expect(await pid()).toBe(before);
});

test('a lock that the work took for the session keeps nobody out after the answer', async () => {
  const request = keyed();
  const taken = run(engine, request, (tx) => tx.$queryRaw`SELECT 1 FROM pg_advisory_lock(99)`.then(() => 'done'));
  expect(await taken).toMatchObject({ text: '"done"' });
  // The one connection is handed out only once it is as new.
  await engine.database.pool.query('SELECT 1');
  const { rows } = await shop.observer.query('SELECT pg_try_advisory_lock(99) AS free, pg_advisory_unlock(99)');
  expect(rows).toMatchObject([{ free: true }]);
});

test('what the server gives by random() after setseed() is not known to the next caller', async () => {
  const draw = async () => (await engine.database.pool.query<{ r: number }>('SELECT random() AS r')).rows[0]?.r;
  const drawn: (number | undefined)[] = [];
  for (let n = 0; n < 2; n++) {
    await run(engine, keyed(), (tx) => tx.$queryRaw`SELECT 1 FROM (SELECT setseed(0.25)) AS seeded`.then(() => 'done'));
    drawn.push(await draw());
  }
  expect(drawn[0]).not.toBe(drawn[1]);
});
