import { Agent, createServer, get, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../idempotency/refusal.ts';
import { PrismaClient } from '../postgres/generated/client.ts';
import { keyed, openEngine, run, type TestEngine } from '../testing/engine.ts';
import { failureOf } from '../testing/failure-of.ts';
import { phasedDefinition, phasedRequest } from '../testing/phased-record.ts';
import { useShop } from '../testing/shop.ts';
import { runPhased } from './phased/run-phased.ts';

const shop = useShop();
let engine: TestEngine;
let server: Server;
let url: string;
let sku: string;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let openBefore: pg.Client;

beforeAll(async () => {
  engine = openEngine(shop.url);
  server = createServer((_request, response) => response.end('ok'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  openBefore = new pg.Client({ connectionString: shop.url });
  await openBefore.connect();
});
afterAll(async () => {
  agent.destroy();
  await openBefore.end();
  server.closeAllConnections();
  server.close();
  await engine.close();
});
beforeEach(async () => {
  sku = await shop.addProduct(5);
});

const request = (): Promise<unknown> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => response.resume().on('end', resolve)).on('error', reject);
  });

const USES: Readonly<Record<string, () => Promise<unknown>>> = {
  fetch: () => fetch(url).then((response) => response.text()),
  'a request of node:http': request,
  'a socket': () =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => resolve(socket.destroy()));
    }),
  'a pool of its own': async () => {
    const pool = new pg.Pool({ connectionString: shop.url });
    await pool.query('SELECT 1');
    await pool.end();
  },
  "Prisma's client of its own": async () => {
    const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: shop.url }) });
    await prisma.product.count();
    await prisma.$disconnect();
  },
  'a connection that was open before': () => openBefore.query('SELECT 1'),
};

describe('a transaction that used the network fails before its COMMIT, naming the host', () => {
  test.each(Object.entries(USES))('%s', async (_what, use) => {
    // The second time a connection that is kept alive is used.
    for (const _ of ['first', 'again']) {
      const error = await failureOf(() =>
        run(engine, keyed(), async (tx) => {
          await tx.product.update({ where: { sku }, data: { stock: 0 } });
          await use();
          return 'done';
        }),
      );
      expect(String(error)).toMatch(/NetworkInTransaction: .*\((127\.0\.0\.1|localhost):\d+/);
      expect(await shop.stockOf(sku)).toBe(5);
    }
  });

  test('whatever the work ends with', async () => {
    const ends = [
      () => refuse('sold_out', 409, 'No.'),
      () => {
        throw new Error('caught nowhere');
      },
    ];
    for (const end of ends) {
      const error = await failureOf(() =>
        run(engine, keyed(), async () => {
          await request().catch(() => {});
          return end();
        }),
      );
      expect(String(error)).toMatch(/NetworkInTransaction/);
    }
  });

  test.each(['local', 'finish'])('in %s of a phased run', async (where) => {
    const definition = phasedDefinition(async (steps) => {
      await steps.local('step', () => (where === 'local' ? request() : Promise.resolve()).then(() => 'done'));
      return await steps.finish(() => request());
    });
    const error = await failureOf(() => runPhased(engine, phasedRequest(), { definition, input: {} }));
    expect(String(error)).toMatch(/NetworkInTransaction/);
  });
});

test('between steps, after a run and without the tripwire the network is free, and a refused try costs nobody else', async () => {
  const definition = phasedDefinition(async (steps) => {
    await request();
    return await steps.finish(async () => 'done');
  });
  expect(await runPhased(engine, phasedRequest(), { definition, input: {} })).toMatchObject({ kind: 'answered' });
  const production = openEngine(shop.url, { tripwire: false });
  expect(await run(production, keyed(), () => request().then(() => 'done'))).toMatchObject({ kind: 'answered' });
  await production.close();
});
