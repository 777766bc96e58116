import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../testing/failure-of.ts';
import { useShop } from '../testing/shop.ts';
import { type Database, openDatabase } from './database.ts';
import { classifyDatabaseFailure } from './failure.ts';
import { Prisma } from './generated/client.ts';
import { sqlStateOf } from './sql-state.ts';

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

const article = () => ({ sku, name: 'Tea', priceCents: 1, currency: 'EUR', stock: 1 });
const insertRaw = Prisma.sql`INSERT INTO product SELECT * FROM product LIMIT 1`;
const raise = (state: string) => `DO $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '${state}'; END $$`;

/** A transaction in which `fail` meets a statement that failed before it. */
const poisoned = (fail: (tx: Prisma.TransactionClient) => PromiseLike<unknown>) => () =>
  database.prisma.$transaction(async (tx) => {
    await tx.$executeRawUnsafe('SELECT 1/0').catch(() => {});
    await fail(tx);
  });

/** Two snapshots that write one row: the second to write fails with 40001. */
const serialization = (write: (tx: Prisma.TransactionClient) => PromiseLike<unknown>) => () =>
  database.prisma.$transaction(
    async (tx) => {
      await tx.product.findUnique({ where: { sku } });
      await shop.observer.query('UPDATE product SET stock = stock - 1 WHERE sku = $1', [sku]);
      await write(tx);
    },
    { isolationLevel: 'RepeatableRead' },
  );

/** A row lock that is held elsewhere, under a short lock_timeout. */
const lockedRow = (write: (tx: Prisma.TransactionClient) => PromiseLike<unknown>) => async () => {
  const holder = await shop.observer.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM product WHERE sku = $1 FOR UPDATE', [sku]);
  try {
    await database.prisma.$transaction(async (tx) => {
      await tx.$executeRawUnsafe("SET LOCAL lock_timeout = '20ms'");
      await write(tx);
    });
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
};

const update = (tx: Prisma.TransactionClient) => tx.product.update({ where: { sku }, data: { stock: 1 } });
const updateRaw = (tx: Prisma.TransactionClient) => tx.$executeRaw`UPDATE product SET stock = 1 WHERE sku = ${sku}`;

type Case = readonly [what: string, fail: () => PromiseLike<unknown>, state: string, failure: string];

const CASES: readonly Case[] = [
  ['a unique violation, model call', () => database.prisma.product.create({ data: article() }), '23505', 'other'],
  ['a unique violation, raw SQL', () => database.prisma.$executeRaw(insertRaw), '23505', 'other'],
  ['a unique violation, pg', () => database.pool.query(insertRaw.sql), '23505', 'other'],
  [
    'a check violation, model call',
    () => database.prisma.product.create({ data: { ...article(), sku: randomUUID(), stock: -1 } }),
    '23514',
    'other',
  ],
  ['a poisoned transaction, model call', poisoned(update), '25P02', 'other'],
  ['a poisoned transaction, raw SQL', poisoned(updateRaw), '25P02', 'other'],
  ['a serialization failure, model call', serialization(update), '40001', 'conflict'],
  ['a serialization failure, raw SQL', serialization(updateRaw), '40001', 'conflict'],
  ['a deadlock, raw SQL', () => database.prisma.$executeRawUnsafe(raise('40P01')), '40P01', 'conflict'],
  ['a deadlock, pg', () => database.pool.query(raise('40P01')), '40P01', 'conflict'],
  ['a lock timeout, model call', lockedRow(update), '55P03', 'unavailable'],
  ['a lock timeout, raw SQL', lockedRow(updateRaw), '55P03', 'unavailable'],
  [
    'a statement timeout',
    () =>
      database.prisma.$transaction(async (tx) => {
        await tx.$executeRawUnsafe("SET LOCAL statement_timeout = '20ms'");
        await tx.$queryRawUnsafe('SELECT 1 FROM pg_sleep(20)');
      }),
    '57014',
    'unavailable',
  ],
  [
    'a read-only session',
    () =>
      database.prisma.$transaction(async (tx) => {
        await tx.$executeRawUnsafe('SET TRANSACTION READ ONLY');
        await update(tx);
      }),
    '25006',
    'unavailable',
  ],
  ['too many connections', () => database.pool.query(raise('53300')), '53300', 'unavailable'],
  ['a server that starts up', () => database.prisma.$executeRawUnsafe(raise('57P03')), '57P03', 'unavailable'],
];

describe('the SQLSTATE is found in what the stack throws for', () => {
  test.each(CASES)('%s', async (_what, fail, state, failure) => {
    const error = await failureOf(fail);
    expect([sqlStateOf(error), classifyDatabaseFailure(error)]).toEqual([state, failure]);
  });
});

test('what is no database error has no SQLSTATE', () => {
  const cyclic = new Error('a cycle');
  cyclic.cause = cyclic;
  const strangers = [
    null,
    undefined,
    'text',
    7,
    new Error('P2002'),
    { code: 'ENOENT' },
    { code: 12345 },
    cyclic,
    new pg.DatabaseError('no code', 0, 'error'),
  ];
  for (const stranger of strangers) expect([stranger, classifyDatabaseFailure(stranger)]).toEqual([stranger, 'other']);
});
