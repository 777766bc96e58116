import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { applyMigrations } from '../postgres/migrate.ts';
import { type Answer, fetchProcedure } from '../testing/call-procedure.ts';
import { violatedInvariants } from '../testing/invariants.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { startWeb, type WebProcess } from '../testing/web-process.ts';
import { insertAccount } from './seed/insert.ts';

const CLIENTS = 8;
const STOCK = 1_000_000;
const apiKey = `lk_${randomUUID()}`;
// A crashed server is back within a second or two; a minute and a half is a hang.
const soon = { timeout: 90_000, interval: 20 };

let server: TestServer;
let databaseUrl: string;
let web: WebProcess;
let sku: string;

const rows = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return await client.query<Row>(sql, values).then(({ rows: found }) => client.end().then(() => found));
};

beforeAll(async () => {
  server = await startTestServer();
  databaseUrl = server.url('postgres');
  await applyMigrations(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await insertAccount(client, { name: 'acme', email: 'acme@latchkey.example', password: randomUUID(), apiKey });
  await client.end();
  web = await startWeb({ databaseUrl });
});
beforeEach(async () => {
  sku = `tea-${randomUUID().slice(0, 8)}`;
  await rows(`INSERT INTO product VALUES ($1, 'Tea', 500, 'EUR', ${STOCK})`, [sku]);
});
afterAll(async () => {
  await web?.kill();
  await server?.dispose();
});

const health = async (): Promise<number> => (await fetch(`${web.baseUrl}/api/health`)).status;

/** Places orders one after another, each with one key until it is answered 200, until told to stop. */
const load = () => {
  const keys: string[] = [];
  const answers: Answer[] = [];
  let enough = false;
  const placeOne = async (): Promise<void> => {
    const key = randomUUID();
    keys.push(key);
    for (;;) {
      const answer = await fetchProcedure(web.baseUrl, 'orders.place', { sku, quantity: 1 }, { key, apiKey });
      answers.push(answer);
      if (answer.status === 200) return;
      // What the header asks for; without one the test fails anyhow, so it may go on at once.
      await wait(Number(answer.retryAfter ?? 0) * 1_000);
    }
  };
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!enough) await placeOne();
  });
  return {
    keys,
    answers,
    count: (status: number): number => answers.filter((answer) => answer.status === status).length,
    finish: async () => {
      enough = true;
      await Promise.all(clients);
    },
  };
};

const STOPS = {
  'shut down and later started again': async () => {
    await server.stop();
    expect(await health()).toBe(503);
    await server.start();
  },
  'ended at once, sessions and all': async () => server.crash('SIGQUIT'),
  'killed with SIGKILL': async () => server.crash('SIGKILL'),
} satisfies Record<string, () => Promise<void>>;

test.each(Object.entries(STOPS))(
  'under load a PostgreSQL that is %s costs no order and no restart',
  async (_, stop) => {
    const { keys, answers, count, finish } = load();
    await vi.waitFor(() => expect(count(200)).toBeGreaterThan(CLIENTS * 3), soon);
    await stop();
    await vi.waitFor(() => expect(count(503)).toBeGreaterThan(0), soon);
    const before = count(200);
    await vi.waitFor(() => expect(count(200)).toBeGreaterThan(before + CLIENTS * 3), soon);
    await finish();

    const unexpected = answers.filter(
      ({ status, retryAfter }) => status !== 200 && !((status === 409 || status === 503) && Number(retryAfter) > 0),
    );
    expect(unexpected.map(({ status, text }) => `${status} ${text}`)).toEqual([]);
    expect([await health(), web.isAlive()]).toEqual([200, true]);
    const [found] = await rows<{ orders: number; records: number }>(
      `SELECT (SELECT count(*)::int FROM "order" WHERE sku = $1) AS orders,
       (SELECT count(*)::int FROM idempotency_record WHERE key = ANY ($2) AND state = 'COMPLETED') AS records`,
      [sku, keys],
    );
    expect(found).toEqual({ orders: keys.length, records: keys.length });
    expect(await violatedInvariants(databaseUrl, { stock: { [sku]: STOCK } })).toEqual([]);
  },
);
