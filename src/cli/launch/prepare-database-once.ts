import { env } from '../../env.ts';
import { openDataDirectory } from './data-directory.ts';
import { lockDataDirectory } from './lock-data-directory.ts';
import { openEmbeddedDatabase, openGivenDatabase, prepareDatabase } from './open-database.ts';
import { watchPostgres } from './postgres/watch.ts';
import { openSecrets } from './secrets.ts';
import { Started } from './started.ts';
import { stopOnSignals } from './stop-signals.ts';

/** Migrates and seeds the database that a start would use, running the embedded one only for as long. Throws StartError. */
export async function prepareDatabaseOnce(): Promise<void> {
  const settings = env();
  const started = new Started();
  stopOnSignals(started);
  try {
    const dataDir = openDataDirectory(settings.dataDir);
    const secrets = openSecrets(dataDir);
    if (!settings.databaseUrl) await lockDataDirectory(dataDir, settings.port, started);
    const { report } = watchPostgres(() => {});
    const database = settings.databaseUrl
      ? await openGivenDatabase(settings.databaseUrl)
      : await openEmbeddedDatabase(dataDir, secrets.postgresPassword, { started, report });
    await prepareDatabase(database.url, dataDir, settings.latchkeySecretHex ?? secrets.latchkeySecretHex);
  } finally {
    await started.stopAll();
  }
}
