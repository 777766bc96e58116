import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../testing/failure-of.ts';
import { type PgProxy, startPgProxy } from '../testing/pg-proxy/proxy.ts';
import { useShop } from '../testing/shop.ts';
import { type Database, openDatabase } from './database.ts';
import { classifyDatabaseFailure, provesNothing } from './failure.ts';
import type { Prisma } from './generated/client.ts';

const shop = useShop();
let database: Database;
let sku: string;

beforeAll(() => {
  database = openDatabase(shop.url);
});
afterAll(() => database.close());
beforeEach(async () => {
  sku = await shop.addProduct(5);
});

const update = (tx: Prisma.TransactionClient) => tx.product.update({ where: { sku }, data: { stock: 1 } });
const updateRaw = (tx: Prisma.TransactionClient) => tx.$executeRaw`UPDATE product SET stock = 1 WHERE sku = ${sku}`;

/** Kills the session of the transaction between two of its statements. */
const killed = (use: (tx: Prisma.TransactionClient) => PromiseLike<unknown>) => () =>
  database.prisma.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    await shop.observer.query('SELECT pg_terminate_backend($1, 5000)', [row?.pid]);
    await use(tx);
  });

describe('a connection that is gone is unavailable, and proves nothing about a COMMIT, for', () => {
  let proxy: PgProxy;
  let remote: Database;
  beforeAll(async () => {
    proxy = await startPgProxy(shop.url);
    remote = openDatabase(proxy.url, { size: 1, acquireTimeoutMs: 5_000 });
  });
  afterAll(async () => {
    proxy.close();
    await remote.close();
  });

  const cut = (use: () => PromiseLike<unknown>) => async () => {
    await remote.pool.query('SELECT 1');
    const struck = proxy.cutBefore(/product|SELECT/);
    await Promise.all([use(), struck]);
  };
  const LOST: readonly (readonly [string, () => PromiseLike<unknown>])[] = [
    ['a killed backend, model call', killed(update)],
    ['a killed backend, raw SQL', killed(updateRaw)],
    ['a cut connection, model call', cut(() => remote.prisma.product.count())],
    ['a cut connection, raw SQL', cut(() => remote.prisma.$queryRaw`SELECT 1`)],
    ['a cut connection, pg', cut(() => remote.pool.query('SELECT 1'))],
    [
      'a cut connection, in a transaction',
      cut(() => remote.prisma.$transaction(async (tx) => await tx.product.count())),
    ],
  ];

  test.each(LOST)('%s', async (_what, fail) => {
    const error = await failureOf(fail);
    expect([classifyDatabaseFailure(error), provesNothing(error)]).toEqual(['unavailable', true]);
  });

  test('a server that refuses connections, whoever asks', async () => {
    proxy.refuseNewConnections();
    proxy.cutAll();
    const asks = [
      () => remote.prisma.product.count(),
      () => remote.prisma.$queryRaw`SELECT 1`,
      () => remote.pool.query('SELECT 1'),
      () => remote.prisma.$transaction(async (tx) => await tx.product.count()),
    ];
    for (const ask of asks) expect(classifyDatabaseFailure(await failureOf(ask))).toBe('unavailable');
    await proxy.acceptAgain();
    expect(await remote.prisma.product.count()).toBeGreaterThan(0);
  });

  test('a pool without a free connection', async () => {
    // It bounds the first connection's start too, which takes a second on a busy machine.
    const full = openDatabase(shop.url, { size: 1, acquireTimeoutMs: 5_000 });
    const held = await full.pool.connect();
    const asks = [
      () => full.prisma.product.count(),
      () => full.pool.query('SELECT 1'),
      () => full.prisma.$transaction(async () => 1),
    ];
    const failures = await Promise.all(asks.map(failureOf));
    expect(failures.map(classifyDatabaseFailure)).toEqual(asks.map(() => 'unavailable'));
    held.release();
    await full.close();
  });

  test('a wrong password and a database that is not there', async () => {
    for (const change of [
      (url: URL) => {
        url.password = 'wrong';
      },
      (url: URL) => {
        url.pathname = '/nowhere';
      },
    ]) {
      const url = new URL(shop.url);
      change(url);
      const other = openDatabase(url.toString());
      expect(classifyDatabaseFailure(await failureOf(() => other.prisma.product.count()))).toBe('unavailable');
      expect(classifyDatabaseFailure(await failureOf(() => other.pool.query('SELECT 1')))).toBe('unavailable');
      await other.close();
    }
  });
});
