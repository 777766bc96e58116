import pg from 'pg';
import { MigrationError } from './migration-error.ts';

// Any constant of ours; Prisma's own is 72707369, which the engine takes inside this one.
const MIGRATION_LOCK = 7_265_411_846n;

// Another process migrates: two minutes is longer than any migration we ship takes, after which a person should look.
const LOCK_WAIT_MS = 120_000;

/** Runs `work` while no other process of ours migrates this database. */
export async function holdingMigrationLock<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    await takeLock(client);
    return await work();
  } finally {
    await client.end();
  }
}

async function takeLock(client: pg.Client): Promise<void> {
  // A transaction's lock, not a session's: a pooler in transaction mode (PgBouncer) keeps only the former apart.
  await client.query(
    `BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`,
  );
  try {
    await client.query('SELECT pg_catalog.pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '55P03') throw error;
    throw new MigrationError(
      `Another process has been migrating this database for ${LOCK_WAIT_MS / 1000} seconds. ` +
        'Wait for it to end (or end it), then start again.',
      { cause: error },
    );
  }
}
