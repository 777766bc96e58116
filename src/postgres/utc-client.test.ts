import { randomUUID } from 'node:crypto';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertDatabaseUsable } from '../cli/launch/connect.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { callProcedure } from '../testing/call-procedure.ts';
import { openRuntime } from '../testing/runtime.ts';
import { useShop } from '../testing/shop.ts';
import { classifyDatabaseFailure } from './failure.ts';
import { UtcClient } from './utc-client.ts';

const shop = useShop();
/** A pooler that gives its sessions a zone of its own. */
let pooler: Server;
let poolerUrl: string;
let runtime: Runtime;
const sockets: Socket[] = [];

beforeAll(async () => {
  const server = new URL(shop.url);
  const address = { host: server.hostname, port: Number(server.port || 5432) };
  pooler = createServer((client) => {
    const upstream = connect(address);
    sockets.push(client, upstream);
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.once('data', (startup) => {
      const text = startup.toString('latin1');
      // Of the same length, so that the message's own length stays right.
      upstream.write(Buffer.from(text.replace('TimeZone\0UTC\0', 'TimeZone\0EET\0'), 'latin1'));
      client.pipe(upstream).pipe(client);
    });
  });
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
  server.hostname = '127.0.0.1';
  server.port = String((pooler.address() as { port: number }).port);
  poolerUrl = server.toString();
  runtime = openRuntime(poolerUrl);
});
afterAll(async () => {
  await runtime.close();
  for (const socket of sockets) socket.destroy();
  pooler.close();
});

test('a session in another time zone is refused with its name and closed', async () => {
  const client = new UtcClient({ connectionString: poolerUrl, application_name: 'zoned' });
  await expect(client.connect()).rejects.toThrow(
    'The database session runs in time zone EET, expected UTC. Let the pooler keep TimeZone.',
  );
  const sessions = async () =>
    (await shop.observer.query(`SELECT FROM pg_stat_activity WHERE application_name = 'zoned'`)).rowCount;
  await expect.poll(sessions, { timeout: 20_000 }).toBe(0);
});

test('a start on such a session ends in a sentence that says what to do', async () => {
  await expect(assertDatabaseUsable(poolerUrl, 'given')).rejects.toThrow(
    /^DATABASE_URL \(.*\): The database session runs in time zone EET, expected UTC\. Let the pooler keep TimeZone\. Then start again\.$/,
  );
});

test.each([
  ['a statement of Prisma', () => runtime.database.prisma.product.findMany()],
  ['a transaction of Prisma', () => runtime.database.prisma.$transaction((tx) => tx.product.findMany())],
  ['a statement of the pool', () => runtime.database.pool.query('SELECT')],
  ['a look of the reader', () => runtime.database.reader.rows({ name: 'look', text: 'SELECT 1', values: [] })],
])('%s on such a session is unavailable, and never runs', async (_what, ask) => {
  const error = await ask().catch((reason: unknown) => reason);
  expect(String(error)).toContain('runs in time zone EET');
  expect(classifyDatabaseFailure(error)).toBe('unavailable');
});

test('through a pooler that drops the time zone a placement gets 503 and writes nothing, instead of shifted times', async () => {
  const account = await shop.addAccount();
  const sku = await shop.addProduct(10);
  const key = randomUUID();
  const call = { key, apiKey: account.apiKey };
  const answer = await callProcedure(runtime, 'orders.place', { sku, quantity: 1 }, call);
  expect([answer.status, answer.error?.data.idempotency?.reason]).toEqual([503, 'unavailable']);
  expect(await shop.recordOf(account, key)).toBeUndefined();
  const direct = await callProcedure(shop.runtime, 'orders.place', { sku, quantity: 1 }, call);
  expect([direct.status, direct.replayed]).toEqual([200, false]);
});
