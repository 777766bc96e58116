import pg from 'pg';
import { applyMigrations } from '../../postgres/migrate.ts';
import { seedEmptyDatabase } from '../seed/seed-database.ts';
import { assertDatabaseUsable } from './connect.ts';
import { assertSameInstallation } from './installation.ts';
import { type EmbeddedPostgres, type GuardianReport, startPostgres } from './postgres/start-postgres.ts';
import type { Started } from './started.ts';

/** A database that takes connections; `embedded` where we run it ourselves. */
export type OpenDatabase = { readonly url: string; readonly embedded: EmbeddedPostgres | undefined };

const DATABASE_NAME = 'latchkey';

/** Starts the embedded PostgreSQL with a database in it. Throws StartError. */
export async function openEmbeddedDatabase(
  dataDir: string,
  password: string,
  { started, report }: { started: Started; report: (report: GuardianReport) => void },
): Promise<OpenDatabase> {
  const embedded = await startPostgres(dataDir, password, report);
  started.add(() => embedded.stop());
  await assertDatabaseUsable(embedded.url('postgres'), 'embedded');
  await createDatabase(embedded.url('postgres'));
  return { url: embedded.url(DATABASE_NAME), embedded };
}

/** Checks the PostgreSQL that DATABASE_URL names. Throws StartError. */
export async function openGivenDatabase(databaseUrl: string): Promise<OpenDatabase> {
  await assertDatabaseUsable(databaseUrl, 'given');
  return { url: databaseUrl, embedded: undefined };
}

/** Migrates, checks that the secret is this database's own, and fills an empty one. Throws StartError or MigrationError. */
export async function prepareDatabase(databaseUrl: string, dataDir: string, secretHex: string): Promise<void> {
  const { applied } = await applyMigrations(databaseUrl);
  if (applied.length > 0) console.log(`Migrated the database: ${applied.join(', ')}.`);
  await withClient(databaseUrl, async (client) => {
    await assertSameInstallation(client, secretHex);
    if (await seedEmptyDatabase(client, dataDir)) console.log('Filled the empty database with the demo shop.');
  });
}

async function createDatabase(maintenanceUrl: string): Promise<void> {
  await withClient(maintenanceUrl, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_catalog.pg_database WHERE datname = $1', [DATABASE_NAME]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE_NAME}`);
  });
}

async function withClient(databaseUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
