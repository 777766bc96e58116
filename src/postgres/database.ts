import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import type { PoolClient } from 'pg';
import { type ActiveRuns, createActiveRuns } from './active-runs.ts';
import { type Checkouts, createCheckouts } from './checkout.ts';
import { PrismaClient } from './generated/client.ts';
import { giveUp } from './give-up.ts';
import { kindOfStatement } from './leading-keyword.ts';
import { armTripwire, type WatchNetwork } from './network-tripwire.ts';
import { createPool, type Pool, type PoolOptions } from './pool.ts';
import { createReader, type Reader } from './reader.ts';
import { TIME_BUDGET } from './time-budget.ts';

/** One PostgreSQL: Prisma for the work's own statements, the pool under it for the engine's, the reader for its looks. */
export type Database = {
  readonly prisma: PrismaClient;
  readonly pool: Pool;
  readonly reader: Reader;
  readonly checkouts: Checkouts;
  readonly runs: ActiveRuns;
  /** Runs the inside of a transaction, and fails it where it used the network, if this database has the tripwire. */
  readonly watchNetwork: WatchNetwork;
  close(): Promise<void>;
};

/** Ten connections serve two cores with room for waiting on the network. */
export const DEFAULT_POOL: PoolOptions = {
  size: 10,
  acquireTimeoutMs: TIME_BUDGET.connectMs,
  server: TIME_BUDGET,
  silenceMs: TIME_BUDGET.silenceMs,
  readMs: TIME_BUDGET.readMs,
};

/** A run may take its time and end; then connections are given up, which ends every wait on them. */
const CLOSE_MS = TIME_BUDGET.runMs;

/** Opens the database. Nothing connects before the first query. `tripwire` is for development and tests. */
export function openDatabase(databaseUrl: string, different: Partial<PoolOptions> = {}, tripwire = false): Database {
  const options = { ...DEFAULT_POOL, ...different };
  const checkouts = createCheckouts();
  const pool = createPool(databaseUrl, options, checkouts);
  const reader = createReader(databaseUrl, options);
  const adapter = new PrismaPg(pool, { statementNameGenerator: statementNames() });
  const prisma = new PrismaClient({ adapter });
  const open = new Set<PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  return {
    prisma,
    pool,
    reader,
    checkouts,
    runs: createActiveRuns(),
    watchNetwork: tripwire ? armTripwire() : (work) => work(),
    close: async () => {
      // Each run that still has a connection ends by its own bounds; a process that is to end does not wait for all of them.
      const timer = setTimeout(() => {
        for (const client of open) giveUp(client, 'The database was closed.');
      }, CLOSE_MS);
      await reader.close();
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
      clearTimeout(timer);
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
