import pg from 'pg';
import { assertDatabaseUsable } from '../launch/connect.ts';
import { assertSameInstallation } from '../launch/installation.ts';
import { StartError } from '../launch/start-error.ts';
import type { WorkerSettings } from './settings.ts';

// A query of a table that is not there (PostgreSQL's error codes, appendix A).
const UNDEFINED_TABLE = '42P01';

/**
 * Checks that the database is up, set up, this installation's own (under another secret the downstream keys would be
 * others, and a charge would be made twice), and in UTC. Throws StartError.
 */
export async function assertWorkerDatabase({ databaseUrl, latchkeySecretHex }: WorkerSettings): Promise<void> {
  await assertDatabaseUsable(databaseUrl, 'given');
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    await assertSameInstallation(client, latchkeySecretHex);
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNDEFINED_TABLE) throw error;
    throw new StartError('This database is not set up yet: run "npm start" once with the same DATABASE_URL.');
  } finally {
    await client.end();
  }
}
