import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { assertDatabaseUsable } from '../src/cli/launch/connect.ts';
import { startPostgres } from '../src/cli/launch/postgres/start-postgres.ts';
import { applyMigrations } from '../src/postgres/migrate.ts';

/** A migrated database of its own, with the server settings that the app runs with: fsync and full page writes are on. */
export type BenchDatabase = { readonly url: string; dispose(): Promise<void> };

export const ACCOUNT = 'bench-account';
export const SKU = 'bench-tea';

export async function startBenchDatabase(): Promise<BenchDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'latchkey-bench-'));
  const server = await startPostgres(directory, randomBytes(12).toString('hex'), () => {});
  await assertDatabaseUsable(server.url('postgres'), 'embedded');
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  await query(server.url('postgres'), [`CREATE DATABASE ${name}`]);
  const url = server.url(name);
  await applyMigrations(url);
  await query(url, [
    `INSERT INTO account (id, name) VALUES ('${ACCOUNT}', 'bench')`,
    `INSERT INTO product (sku, name, price_cents, currency, stock) VALUES ('${SKU}', 'Tea', 500, 'EUR', 1000000000)`,
  ]);
  return {
    url,
    dispose: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function query(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
