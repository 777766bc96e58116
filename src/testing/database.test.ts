import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase, useDatabase } from './database.ts';

const shared = useDatabase();
let clones: TestDatabase[] = [];

const clone = async (options?: { timeZone: string }): Promise<TestDatabase> => {
  const made = await testDatabase(options);
  clones.push(made);
  return made;
};

const ask = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql).finally(() => client.end());
  return rows.map((row) => Object.values(row)[0]);
};

afterEach(async () => {
  await Promise.all(clones.map((made) => made.drop()));
  clones = [];
});

test('a test database has every table of the migrations, and no row', async () => {
  expect(await ask(shared.url, 'SELECT count(*)::int FROM idempotency_record')).toEqual([0]);
  expect(await ask(shared.url, 'SELECT count(*)::int FROM "order"')).toEqual([0]);
});

test('databases cloned at the same time do not see each other', async () => {
  const [one, other] = await Promise.all([clone(), clone()]);
  await ask(one.url, 'CREATE TABLE mine (n int)');
  expect(await ask(other.url, "SELECT to_regclass('mine')::text")).toEqual([null]);
});

test('a time zone that is asked for is what new sessions get', async () => {
  const { url } = await clone({ timeZone: 'Australia/Lord_Howe' });
  expect(await ask(url, 'SHOW timezone')).toEqual(['Australia/Lord_Howe']);
});

test('a dropped database is gone even while somebody is connected to it', async () => {
  const made = await testDatabase();
  const client = new pg.Client({ connectionString: made.url });
  client.on('error', () => {});
  await client.connect();
  await made.drop();
  await expect(ask(made.url, 'SELECT 1')).rejects.toMatchObject({ code: '3D000' });
});
