import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useDatabase } from '../database.ts';
import { type PgProxy, startPgProxy } from './proxy.ts';

const database = useDatabase();
let proxy: PgProxy;
let clients: pg.Client[] = [];
// Seldom, because each look at the rows is a connection more until the test ends.
const soon = { timeout: 20_000, interval: 250 };

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  clients.push(client);
  await client.connect();
  return client;
};

/** What others see, on a connection that bypasses the proxy. */
const rows = async (): Promise<number[]> => {
  const direct = await connect(database.url);
  const { rows: found } = await direct.query<{ n: number }>('SELECT n FROM seen ORDER BY n');
  return found.map(({ n }) => n);
};

/** 'settled' or 'waiting' once everything that could happen by itself has had its turn. */
const stateOf = async (promise: Promise<unknown>, direct: pg.Client): Promise<string> => {
  let state = 'waiting';
  const settle = (): void => {
    state = 'settled';
  };
  promise.then(settle, settle);
  // Round trips to the same server, so that an answer that was on its way would have arrived.
  for (let trips = 0; trips < 5; trips += 1) await direct.query('SELECT 1');
  return state;
};

beforeEach(async () => {
  const direct = await connect(database.url);
  await direct.query('DROP TABLE IF EXISTS seen; CREATE TABLE seen (n int)');
  proxy = await startPgProxy(database.url);
});

afterEach(async () => {
  proxy.close();
  await Promise.all(clients.map((client) => client.end().catch(() => {})));
  clients = [];
});

describe('observing', () => {
  test('statements are logged in order with their text, whichever protocol brought them', async () => {
    const client = await connect(proxy.url);
    await client.query('BEGIN');
    await client.query('INSERT INTO seen VALUES ($1)', [1]);
    await client.query({ name: 'add', text: 'INSERT INTO seen VALUES ($1 + 1)', values: [1] });
    await client.query({ name: 'add', text: 'INSERT INTO seen VALUES ($1 + 1)', values: [2] });
    await client.query('COMMIT');
    expect(
      proxy.statements().map(({ place, sql, protocol, progress, tag }) => [place, sql, protocol, progress, tag]),
    ).toEqual([
      [1, 'BEGIN', 'simple', 'completed', 'BEGIN'],
      [2, 'INSERT INTO seen VALUES ($1)', 'extended', 'completed', 'INSERT 0 1'],
      [3, 'INSERT INTO seen VALUES ($1 + 1)', 'extended', 'completed', 'INSERT 0 1'],
      [4, 'INSERT INTO seen VALUES ($1 + 1)', 'extended', 'completed', 'INSERT 0 1'],
      [5, 'COMMIT', 'simple', 'completed', 'COMMIT'],
    ]);
  });

  test('statements are counted per connection, and the log can be emptied', async () => {
    const first = await connect(proxy.url);
    const second = await connect(proxy.url);
    await first.query('SELECT 1');
    await second.query('SELECT 2');
    await second.query('SELECT 3');
    expect(proxy.statements(1).length).toBe(1);
    expect(proxy.connections().map(({ statements }) => statements.length)).toEqual([1, 2]);
    proxy.forget();
    expect(proxy.statements()).toEqual([]);
  });

  test('a failed statement carries its SQLSTATE, and the connection goes on', async () => {
    const client = await connect(proxy.url);
    await expect(client.query('SELECT 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' });
    expect(proxy.statements()[0]).toMatchObject({ progress: 'failed', sqlState: '22012' });
    expect((await client.query('SELECT 7 AS seven')).rows).toEqual([{ seven: 7 }]);
  });

  test('the state of the transaction is known between statements', async () => {
    const client = await connect(proxy.url);
    expect(proxy.connections()[0]?.transaction).toBe('idle');
    await client.query('BEGIN');
    expect(proxy.connections()[0]?.transaction).toBe('open');
    await client.query('nonsense').catch(() => {});
    // An error is told before the server says where its transaction stands; the next statement goes out after that.
    await client.query('SELECT 1').catch(() => {});
    expect(proxy.connections()[0]?.transaction).toBe('failed');
  });

  test('rows of a large result and copied text arrive unchanged', async () => {
    const client = await connect(proxy.url);
    const { rows: found } = await client.query("SELECT repeat('ä', $1) AS text FROM generate_series(1, 50)", [20_000]);
    expect(found.every(({ text }) => text === 'ä'.repeat(20_000))).toBe(true);
  });
});

describe('holding', () => {
  test('before: the server has not seen the statement until it is released', async () => {
    const direct = await connect(database.url);
    const client = await connect(proxy.url);
    const barrier = proxy.holdBefore(/^INSERT/);
    const answer = client.query('INSERT INTO seen VALUES ($1)', [1]);
    expect(await barrier.reached).toMatchObject({ sql: 'INSERT INTO seen VALUES ($1)', progress: 'held' });
    expect(await stateOf(answer, direct)).toBe('waiting');
    expect(await rows()).toEqual([]);
    barrier.release();
    await answer;
    expect(await rows()).toEqual([1]);
  });

  test('after: the server has committed, the client is told only on release', async () => {
    const direct = await connect(database.url);
    const client = await connect(proxy.url);
    await client.query('BEGIN');
    await client.query('INSERT INTO seen VALUES ($1)', [1]);
    const barrier = proxy.holdAfter('commit');
    const answer = client.query('COMMIT');
    expect(await barrier.reached).toMatchObject({ progress: 'completed', tag: 'COMMIT' });
    expect(await rows()).toEqual([1]);
    expect(await stateOf(answer, direct)).toBe('waiting');
    barrier.release();
    expect((await answer).command).toBe('COMMIT');
  });

  test('after: a statement outside a transaction counts as done only when it is committed', async () => {
    const client = await connect(proxy.url);
    const barrier = proxy.holdAfter(/INSERT/);
    const answer = client.query('INSERT INTO seen VALUES ($1) RETURNING n', [4]);
    await barrier.reached;
    expect(await rows()).toEqual([4]);
    barrier.release();
    expect((await answer).rows).toEqual([{ n: 4 }]);
  });

  test('the n-th match is meant, on the connection that was named', async () => {
    const first = await connect(proxy.url);
    const second = await connect(proxy.url);
    const barrier = proxy.holdBefore(/INSERT/, { nth: 2, connection: 2 });
    await first.query('INSERT INTO seen VALUES (1)');
    await first.query('INSERT INTO seen VALUES (2)');
    await second.query('INSERT INTO seen VALUES (3)');
    const answer = second.query('INSERT INTO seen VALUES (4)');
    expect(await barrier.reached).toMatchObject({ connection: 2, place: 2 });
    barrier.release();
    await answer;
  });

  test('a prepared statement is recognised when only its name is sent', async () => {
    const client = await connect(proxy.url);
    const prepared = { name: 'add', text: 'INSERT INTO seen VALUES ($1)' };
    await client.query({ ...prepared, values: [1] });
    const barrier = proxy.holdBefore(/INSERT INTO seen/);
    const answer = client.query({ ...prepared, values: [2] });
    await barrier.reached;
    expect(await rows()).toEqual([1]);
    barrier.release();
    await answer;
  });

  test('other connections are not held', async () => {
    const client = await connect(proxy.url);
    const other = await connect(proxy.url);
    const barrier = proxy.holdBefore(/INSERT/);
    const answer = client.query('INSERT INTO seen VALUES (1)');
    await barrier.reached;
    await other.query('INSERT INTO seen VALUES (2)');
    expect(await rows()).toEqual([2]);
    barrier.release();
    await answer;
  });

  test('released before it is reached, a barrier lets its statement through', async () => {
    const client = await connect(proxy.url);
    const before = proxy.holdBefore(/INSERT/);
    const after = proxy.holdAfter(/INSERT/);
    before.release();
    after.release();
    await client.query('INSERT INTO seen VALUES (1)');
    expect((await after.reached).progress).toBe('completed');
  });

  test('a held statement is dropped when its client dies', async () => {
    const client = await connect(proxy.url);
    await client.query('BEGIN');
    await client.query('INSERT INTO seen VALUES (1)');
    const barrier = proxy.holdBefore('COMMIT');
    const answer = client.query('COMMIT');
    const statement = await barrier.reached;
    proxy.cut(1, 'client');
    await expect(answer).rejects.toThrow();
    await expect.poll(() => statement.progress, soon).toBe('dropped');
    expect(await rows()).toEqual([]);
  });

  test('a delayed statement arrives late', async () => {
    const client = await connect(proxy.url);
    const sent = proxy.delay(/INSERT/, 50);
    const startedAt = performance.now();
    await client.query('INSERT INTO seen VALUES (1)');
    // One less, because timers round down.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(49);
    await sent;
  });
});

describe('pipelines', () => {
  const pipelined = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: proxy.url, pipeline: true });
    client.on('error', () => {});
    clients.push(client);
    await client.connect();
    return client;
  };

  test('each statement of a pipeline has its own text and end', async () => {
    const client = await pipelined();
    const answers = await Promise.allSettled([
      client.query('INSERT INTO seen VALUES ($1)', [1]),
      client.query('SELECT 1 / $1::int', [0]),
      client.query('INSERT INTO seen VALUES ($1 + 1)', [1]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(proxy.statements().map(({ progress }) => progress)).toEqual(['completed', 'failed', 'completed']);
  });

  test('a held statement holds those behind it and none before it', async () => {
    const client = await pipelined();
    const barrier = proxy.holdBefore('INSERT INTO seen VALUES (2)');
    const first = client.query('INSERT INTO seen VALUES (1)');
    const rest = [client.query('INSERT INTO seen VALUES (2)'), client.query('INSERT INTO seen VALUES (3)')];
    await barrier.reached;
    await first;
    expect(await rows()).toEqual([1]);
    barrier.release();
    await Promise.all(rest);
    expect(await rows()).toEqual([1, 2, 3]);
  });

  test('a kept answer keeps those behind it, which the server has executed', async () => {
    const direct = await connect(database.url);
    const client = await pipelined();
    const barrier = proxy.holdAfter('INSERT INTO seen VALUES (2)');
    const first = client.query('INSERT INTO seen VALUES (1)');
    const second = client.query('INSERT INTO seen VALUES (2)');
    const third = client.query('INSERT INTO seen VALUES (3)');
    await Promise.all([first, barrier.reached]);
    await expect.poll(rows, soon).toEqual([1, 2, 3]);
    expect([await stateOf(second, direct), await stateOf(third, direct)]).toEqual(['waiting', 'waiting']);
    barrier.release();
    await Promise.all([second, third]);
  });
});

describe('cutting', () => {
  const insideTransaction = async (): Promise<pg.Client> => {
    const client = await connect(proxy.url);
    await client.query('BEGIN');
    await client.query('INSERT INTO seen VALUES ($1)', [1]);
    return client;
  };

  test('before COMMIT: nothing is written', async () => {
    const client = await insideTransaction();
    const cut = proxy.cutBefore('COMMIT');
    await expect(client.query('COMMIT')).rejects.toThrow();
    expect((await cut).progress).toBe('dropped');
    expect(await rows()).toEqual([]);
  });

  test('after the server completed COMMIT: everything is written, the client knows nothing', async () => {
    const client = await insideTransaction();
    const cut = proxy.cutAfterServerReceived('COMMIT');
    await expect(client.query('COMMIT')).rejects.toThrow();
    expect((await cut).progress).toBe('completed');
    expect(await rows()).toEqual([1]);
  });

  test('once COMMIT was sent: the server gets it', async () => {
    const client = await insideTransaction();
    const cut = proxy.cutOnceSent('COMMIT');
    await expect(client.query('COMMIT')).rejects.toThrow();
    expect((await cut).progress).toBe('sent');
    await expect.poll(rows, soon).toEqual([1]);
  });

  test('once a statement of the extended protocol was sent: the server gets its Sync too', async () => {
    const client = await connect(proxy.url);
    const cut = proxy.cutOnceSent(/INSERT/);
    await expect(client.query('INSERT INTO seen VALUES ($1)', [1])).rejects.toThrow();
    await cut;
    await expect.poll(rows, soon).toEqual([1]);
  });

  test('the client side alone: the session stays in its transaction, as behind a dead network', async () => {
    const direct = await connect(database.url);
    const client = await insideTransaction();
    const { rows: backend } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    proxy.cut(1, 'client');
    const state = await direct.query('SELECT state FROM pg_stat_activity WHERE pid = $1', [backend[0]?.pid]);
    expect(state.rows).toEqual([{ state: 'idle in transaction' }]);
    expect(proxy.connections()[0]?.open).toBe(true);
  });

  test('a server that ends the session is passed on to the client', async () => {
    const direct = await connect(database.url);
    const client = await insideTransaction();
    const { rows: backend } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const ended = new Promise((resolve) => client.once('end', resolve));
    await direct.query('SELECT pg_terminate_backend($1)', [backend[0]?.pid]);
    await ended;
    expect(await rows()).toEqual([]);
  });

  test('new connections are refused while the old ones work, and taken again afterwards', async () => {
    const client = await connect(proxy.url);
    proxy.refuseNewConnections();
    await expect(connect(proxy.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await client.query('INSERT INTO seen VALUES (1)');
    await proxy.acceptAgain();
    await (await connect(proxy.url)).query('INSERT INTO seen VALUES (2)');
    expect(await rows()).toEqual([1, 2]);
  });

  test.each([
    ['before', []],
    ['after', [1]],
  ] as const)('silence %s a statement: no answer, no end, and the session stays', async (side, written) => {
    const client = await connect(proxy.url);
    const silent = side === 'before' ? proxy.silenceBefore(/INSERT/) : proxy.silenceAfter(/INSERT/);
    let told = false;
    const asking = client.query('INSERT INTO seen VALUES (1)').finally(() => {
      told = true;
    });
    asking.catch(() => {});
    await silent;
    // Others are heard, so what was on its way has arrived by now.
    await (await connect(proxy.url)).query('SELECT 1');
    expect([told, await rows()]).toEqual([false, written]);
    expect(proxy.connections()[0]).toMatchObject({ open: true });
  });

  test('silence of everything: new connections are taken and mute, until they are heard again', async () => {
    proxy.silenceAll();
    const mute = new pg.Client({ connectionString: proxy.url, connectionTimeoutMillis: 50 });
    await expect(mute.connect()).rejects.toThrow('timeout expired');
    proxy.hearAgain();
    await (await connect(proxy.url)).query('INSERT INTO seen VALUES (1)');
    expect(await rows()).toEqual([1]);
  });

  test('a barrier that nobody reached rejects when the proxy closes', async () => {
    const barrier = proxy.holdBefore(/never/);
    proxy.close();
    await expect(barrier.reached).rejects.toThrow('closed before a statement matched');
  });
});
