import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { type Checkouts, createCheckouts } from './checkout.ts';
import { PrismaClient } from './generated/client.ts';
import { kindOfStatement } from './leading-keyword.ts';
import { createPool, type Pool, type PoolOptions } from './pool.ts';
import { createReader, type Reader } from './reader.ts';

/** One PostgreSQL: Prisma for the work's own statements, the pool under it for the engine's, the reader for its looks. */
export type Database = {
  readonly prisma: PrismaClient;
  readonly pool: Pool;
  readonly reader: Reader;
  readonly checkouts: Checkouts;
  close(): Promise<void>;
};

/** Ten connections serve two cores with room for waiting on the network; three seconds is what a person still waits. */
export const DEFAULT_POOL: PoolOptions = { size: 10, acquireTimeoutMs: 3_000 };

/** Opens the database. Nothing connects before the first query. */
export function openDatabase(databaseUrl: string, options: PoolOptions = DEFAULT_POOL): Database {
  const checkouts = createCheckouts();
  const pool = createPool(databaseUrl, options, checkouts);
  const reader = createReader(databaseUrl, options.acquireTimeoutMs);
  const adapter = new PrismaPg(pool, { statementNameGenerator: statementNames() });
  const prisma = new PrismaClient({ adapter });
  return {
    prisma,
    pool,
    reader,
    checkouts,
    close: async () => {
      await reader.close();
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

/**
 * Names for prepared statements, so that PostgreSQL plans a text once per connection. After 500 distinct texts further
 * ones stay unnamed: IN lists of every length would otherwise fill the server's memory. What begins or ends a transaction
 * never has a name, by which `EXECUTE` could run it inside a function.
 */
function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= 500 || kindOfStatement(sql) === 'transaction') return '';
    const name = `p_${createHash('sha256').update(sql).digest('base64url').slice(0, 20)}`;
    names.set(sql, name);
    return name;
  };
}
