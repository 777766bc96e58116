import type { Pool, QueryConfig } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyed, openEngine, run, type TestEngine } from '../testing/engine.ts';
import { claimedRecord } from '../testing/phased-record.ts';
import { useShop } from '../testing/shop.ts';
import { pickAbandoned } from './statements/pick-abandoned.ts';
import { pickUnknown } from './statements/pick-unknown.ts';
import { reapPage } from './statements/reap.ts';

/** A month of a small shop: enough that a plan which reads all of it is far dearer than one that does not. */
const RECORDS = 200_000;

const shop = useShop();
let engine: TestEngine;

beforeAll(async () => {
  // One connection, whose counts can then be asked for.
  engine = openEngine(shop.url, { pool: { size: 1 } });
  // What the planner knows is what is analysed below, whenever autovacuum would come by.
  await shop.observer.query('ALTER TABLE idempotency_record SET (autovacuum_enabled = false)');
  await shop.observer.query(
    `INSERT INTO idempotency_record
       (scope, key, procedure, mode, caller, state, fingerprint, fingerprint_version, field_prints, lease_expires_at,
        completed_at, outcome, outcome_status, answer, answer_kept, answer_bytes,
        answer_expires_at, key_expires_at, forget_at)
     SELECT 'acc_test', 'old ' || n, 'orders.pay', 'phased', 'test', 'COMPLETED', '\\x00', 1, '{}', now(),
        now(), 'success', 200, '{}', 'full', 2, now() + interval '3 days', now() + interval '30 days', now() + interval '60 days'
     FROM generate_series(1, ${RECORDS}) AS n`,
  );
  for (let n = 0; n < 20; n++) await claimedRecord(engine);
  // ANALYZE samples 300 rows for each unit of the target: here all rows, so that chance has no say in what the planner
  // knows of the twenty open records among so many.
  await shop.observer.query('ALTER TABLE idempotency_record ALTER COLUMN id SET STATISTICS 1000');
  await shop.observer.query('VACUUM ANALYZE idempotency_record');
}, 120_000);
afterAll(() => engine.close());

type Plan = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** How the statement that a function sends would be carried out: each look at the table of records. */
const looksOf = async (send: (pool: Pool) => Promise<unknown>): Promise<string[]> => {
  let nodes: Plan[] = [];
  const explaining = {
    query: async ({ text, values }: QueryConfig) => {
      const { rows } = await shop.observer.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
      nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan);
      return { rows: [] };
    },
  };
  await send(explaining as unknown as Pool);
  return nodes
    .filter((node) => node['Relation Name'] === 'idempotency_record' && node['Node Type'] !== 'ModifyTable')
    .map((node) => `${node['Node Type']} ${node['Index Name'] ?? '-'}`);
};

const BY_ID = 'Index Scan idempotency_record_pkey';

test('the completer finds abandoned records among two hundred thousand by the index of the open ones', async () => {
  const looks = await looksOf((pool) => pickAbandoned(pool, 10, { leaseMs: 30_000, leaseOwner: 'test' }));
  expect(looks.toSorted()).toEqual(['Index Scan idempotency_record_open', BY_ID]);
});

test('the completer finds unknown records by the same index', async () => {
  const looks = await looksOf((pool) => pickUnknown(pool, 10));
  expect(looks.toSorted()).toEqual(['Index Scan idempotency_record_open', BY_ID]);
});

test('the reaper reads one page of ids and never the whole table', async () => {
  const looks = await looksOf((pool) => reapPage(pool, 0n, 1_000));
  expect(looks.length).toBeGreaterThan(0);
  for (const look of looks) expect(look).toMatch(/^Index (Only )?Scan idempotency_record_pkey$/);
});

test('a transactional run writes its record once: one insert, and no update of it', async () => {
  const writes = async () => {
    // Sent at the end of the session's next transaction.
    await engine.database.pool.query('SELECT pg_stat_force_next_flush()');
    await engine.database.pool.query('SELECT 1');
    const { rows } = await shop.observer.query<{ inserts: number; updates: number }>(
      `SELECT n_tup_ins::int AS inserts, n_tup_upd::int AS updates
       FROM pg_stat_user_tables WHERE relname = 'idempotency_record'`,
    );
    return rows[0] ?? { inserts: Number.NaN, updates: Number.NaN };
  };
  const before = await writes();
  for (let n = 0; n < 20; n++) await run(engine, keyed(), async () => ({ n }));
  const after = await writes();
  expect([after.inserts - before.inserts, after.updates - before.updates]).toEqual([20, 0]);
});
