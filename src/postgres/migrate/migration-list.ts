import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MigrationDirectory, MigrationList } from '@prisma/schema-engine-wasm';

/** Absolute path of the migrations that belong to this code. */
export const migrationsDirectory = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

/** Reads a migrations folder the way Prisma's command line does: its directories in the order of their names. */
export async function readMigrationList(baseDir: string = migrationsDirectory): Promise<MigrationList> {
  const entries = await readdir(baseDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: await readFile(join(baseDir, 'migration_lock.toml'), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(names.sort().map((name) => readMigration(baseDir, name))),
  };
}

async function readMigration(baseDir: string, name: string): Promise<MigrationDirectory> {
  const content = await readFile(join(baseDir, name, 'migration.sql'), 'utf8');
  return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: content } } };
}
