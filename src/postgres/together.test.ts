import { afterEach, beforeEach, expect, test } from 'vitest';
import { useDatabase } from '../testing/database.ts';
import { type PgProxy, startPgProxy } from '../testing/pg-proxy/proxy.ts';
import type { Prepared, TextRow, Value } from './prepared.ts';
import { BEGIN, COMMIT } from './statements/begin-commit.ts';
import { sendTogether } from './together.ts';
import { UtcClient } from './utc-client.ts';

const database = useDatabase();
let proxy: PgProxy;
let client: UtcClient;
let observer: UtcClient;

beforeEach(async () => {
  proxy = await startPgProxy(database.url);
  client = new UtcClient({ connectionString: proxy.url, pipeline: true });
  client.on('error', () => {});
  observer = new UtcClient({ connectionString: database.url });
  await Promise.all([client.connect(), observer.connect()]);
  await observer.query('DROP TABLE IF EXISTS note; CREATE TABLE note (n int PRIMARY KEY, bytes bytea)');
});
afterEach(async () => {
  proxy.close();
  await Promise.all([client.end().catch(() => {}), observer.end()]);
});

const add = (n: number, bytes: Value = null): Prepared<readonly TextRow[]> => ({
  name: 'add',
  text: 'INSERT INTO note (n, bytes) VALUES ($1, $2) RETURNING n, bytes, n > 1',
  values: [n, bytes],
  read: (rows) => rows,
});
const count = async () => (await observer.query<{ n: string }>('SELECT count(*) AS n FROM note')).rows[0]?.n;

/** From the second time on a connection the two go under one Sync. */
const twice = async (send: (n: number) => Promise<unknown>) => {
  await send(1);
  proxy.forget();
  await send(2);
};

test('rows come back to the statement that asked for them, as text, on a new connection and on a known one', async () => {
  const bytes = new Uint8Array([0, 255]);
  expect((await sendTogether(client, [BEGIN, add(1, bytes)]))[1]).toEqual([['1', '\\x00ff', 'f']]);
  expect((await sendTogether(client, [add(2), COMMIT]))[0]).toEqual([['2', null, 't']]);
  expect((await sendTogether(client, [BEGIN, add(3)]))[1]).toEqual([['3', null, 't']]);
  expect((await sendTogether(client, [add(4), COMMIT]))[0]).toEqual([['4', null, 't']]);
  expect(await count()).toBe('4');
});

test('a failed statement takes the COMMIT behind it with it, and leaves a transaction that only ROLLBACK ends', async () => {
  await sendTogether(client, [BEGIN, add(1)]);
  await sendTogether(client, [add(2), COMMIT]);
  await sendTogether(client, [BEGIN, add(3)]);
  await expect(sendTogether(client, [add(1), COMMIT])).rejects.toMatchObject({ code: '23505' });
  await expect(client.query('SELECT 1')).rejects.toMatchObject({ code: '25P02' });
  await client.query('ROLLBACK');
  expect(await count()).toBe('2');
  // The connection is as good as before.
  await sendTogether(client, [BEGIN, add(5)]);
  await sendTogether(client, [add(6), COMMIT]);
  expect(await count()).toBe('4');
});

test('on a new connection too a failed statement commits nothing', async () => {
  await client.query('BEGIN');
  await client.query('INSERT INTO note VALUES (1)');
  await expect(sendTogether(client, [add(1), COMMIT])).rejects.toMatchObject({ code: '23505' });
  expect(await count()).toBe('0');
});

test('statements of others that are sent meanwhile get their own answers', async () => {
  await twice(async (n) => {
    const both = sendTogether(client, [BEGIN, add(n)]);
    const after = client.query<{ n: number }>('SELECT $1::int AS n', [n * 10]);
    expect((await both)[1]?.[0]?.[0]).toBe(String(n));
    expect((await after).rows).toEqual([{ n: n * 10 }]);
    await sendTogether(client, [add(n + 10), COMMIT]);
  });
});

test('a connection that is cut between the two rejects, and nothing was committed', async () => {
  await sendTogether(client, [BEGIN, add(1)]);
  await sendTogether(client, [add(2), COMMIT]);
  const cut = proxy.cutBefore('COMMIT', { nth: 1 });
  await sendTogether(client, [BEGIN, add(3)]);
  await expect(sendTogether(client, [add(4), COMMIT])).rejects.toThrow();
  await cut;
  expect(await count()).toBe('2');
});
