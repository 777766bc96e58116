import type { MigrationList } from '@prisma/schema-engine-wasm';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { asMigrationError, MigrationError } from './migrate/migration-error.ts';
import { readMigrationList } from './migrate/migration-list.ts';
import { holdingMigrationLock } from './migrate/migration-lock.ts';
import { withSchemaEngine } from './migrate/schema-engine.ts';

export { MigrationError };

// No table or enum of the database is somebody else's.
const filters = { externalTables: [], externalEnums: [] };

/**
 * Applies every migration that the database has not seen, in order, each as one transaction, and names them.
 * Safe when several processes call it at once: one migrates, the others wait and find nothing left to do.
 * Throws MigrationError with a sentence when a migration fails.
 */
export async function applyMigrations(databaseUrl: string, migrations?: MigrationList): Promise<{ applied: string[] }> {
  const migrationsList = migrations ?? (await readMigrationList());
  return await holdingMigrationLock(databaseUrl, () =>
    withSchemaEngine(databaseUrl, async (engine) => {
      try {
        await forgetUnfinished(engine, migrationsList);
        const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters });
        return { applied: appliedMigrationNames };
      } catch (error) {
        throw asMigrationError(error);
      }
    }),
  );
}

/**
 * A migration that failed or was killed has left no trace but its line in _prisma_migrations, because each is one
 * transaction: without this, a first start that was interrupted would need Prisma's command line to go on.
 */
async function forgetUnfinished(engine: SchemaEngine, migrationsList: MigrationList): Promise<void> {
  const history = await engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters });
  for (const migrationName of history.failedMigrationNames) await engine.markMigrationRolledBack({ migrationName });
}
