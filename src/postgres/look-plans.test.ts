import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../engine/engine.ts';
import { useDatabase } from '../testing/database.ts';
import { claim } from './statements/claim.ts';
import { readRecord } from './statements/read-record.ts';

const database = useDatabase();
let pool: pg.Pool;

beforeAll(() => {
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
});
beforeEach(async () => {
  await pool.query('TRUNCATE idempotency_record CASCADE');
  // What the planner knows is what each test lets it know.
  await pool.query('ALTER TABLE idempotency_record SET (autovacuum_enabled = false)');
});
afterAll(() => pool.end());

/** Adds a completed record for each row of `scopes`, an SQL query of account names. */
const addRecords = (scopes: string) =>
  pool.query(
    `INSERT INTO idempotency_record
       (scope, key, procedure, mode, caller, state, fingerprint, fingerprint_version, field_prints, lease_expires_at,
        completed_at, outcome, outcome_status, answer, answer_kept, answer_bytes,
        answer_expires_at, key_expires_at, forget_at)
     SELECT scope, gen_random_uuid(), 'orders.place', 'transactional', 'test', 'COMPLETED', sha256('x'), 1, repeat('p', 60),
        now(), now(), 'success', 200, repeat('a', 120), 'full', 120,
        now() + interval '3 days', now() + interval '30 days', now() + interval '60 days'
     FROM (${scopes}) AS added(scope)`,
  );

/** The texts of the looks for one key of one account: a claim's, and a replay's. */
const looks = async (): Promise<string[]> => {
  const texts = [claim('1', { scope: 's', key: 'k' }, DEFAULT_LIMITS)[1].text];
  const rows = async <Row>({ text }: { readonly text: string }): Promise<Row[]> => {
    texts.push(text);
    return [];
  };
  await readRecord({ rows, close: async () => {} }, 's', 'k');
  return texts;
};

/** Which indexes they go by, planned for whatever key comes, as a connection keeps its plans for life. */
const indexesOfLooks = async (): Promise<string[]> => {
  const found: string[] = [];
  await pool.query('SET plan_cache_mode = force_generic_plan');
  for (const text of await looks()) {
    await pool.query(`PREPARE look AS ${text}`);
    const { rows } = await pool.query(`EXPLAIN (FORMAT JSON) EXECUTE look('a', 'b')`);
    await pool.query('DEALLOCATE look');
    const { 'Index Name': index, 'Node Type': node } = rows[0]['QUERY PLAN'][0].Plan;
    found.push(index ?? node);
  }
  return found;
};

const BY_KEY = ['idempotency_record_key_scope', 'idempotency_record_key_scope'];

test('a look for a key never goes by the account in a young installation, however many records it made', async () => {
  const found: Record<number, readonly string[]> = {};
  for (let records = 0; records <= 400; records += 20) {
    found[records] = await indexesOfLooks();
    await addRecords(`SELECT 'only' FROM generate_series(1, 20)`);
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((records) => [records, BY_KEY])));
});

test('a look for a key never goes by the account where most have one record and one has thousands', async () => {
  await addRecords(`SELECT 'small ' || n FROM generate_series(1, 5000) AS n`);
  await pool.query('ANALYZE idempotency_record');
  await addRecords(`SELECT 'large' FROM generate_series(1, 5000)`);
  expect(await indexesOfLooks()).toEqual(BY_KEY);
});
