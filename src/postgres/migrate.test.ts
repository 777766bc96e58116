import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { onDatabase, runOnServer } from '../testing/template.ts';
import { migrationsDirectory, readMigrationList } from './migrate/migration-list.ts';
import { withSchemaEngine } from './migrate/schema-engine.ts';
import { applyMigrations } from './migrate.ts';

const serverUrl = inject('serverUrl');
const filters = { externalTables: [], externalEnums: [] };
const made: string[] = [];
let url: string;

beforeEach(async () => {
  url = await emptyDatabase();
});

afterAll(async () => {
  for (const name of made) await runOnServer(serverUrl, `DROP DATABASE "${name}" WITH (FORCE)`);
});

test('two processes that migrate at once apply each migration once', async () => {
  const applied = await Promise.all([applyMigrations(url), applyMigrations(url)]);
  const names = (await readMigrationList()).migrationDirectories.map(({ path }) => path);
  expect(applied.flatMap((result) => result.applied)).toEqual(names);
  expect(await query(url, 'SELECT migration_name FROM _prisma_migrations')).toHaveLength(names.length);
});

test("the history is the one that prisma migrate deploy writes: names, and each file's SHA-256", async () => {
  await applyMigrations(url);
  const rows = await query(
    url,
    'SELECT migration_name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations',
  );
  for (const { migration_name: name, checksum, finished } of rows) {
    const file = readFileSync(join(migrationsDirectory, String(name), 'migration.sql'));
    expect(checksum).toBe(createHash('sha256').update(file).digest('hex'));
    expect(finished).toBe(true);
  }
  const migrationsList = await readMigrationList();
  const history = await withSchemaEngine(url, (engine) =>
    engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters }),
  );
  expect(history).toEqual({
    editedMigrationNames: [],
    failedMigrationNames: [],
    hasMigrationsTable: true,
    history: null,
  });
});

test('the migrated database is the one that schema.prisma describes, save what Prisma has no word for', async () => {
  await applyMigrations(url);
  const described = await emptyDatabase();
  const content = readFileSync(join(migrationsDirectory, '..', 'schema.prisma'), 'utf8');
  // Prisma's engine cannot introspect through a driver adapter (its "char" columns), so PostgreSQL's catalogue compares.
  const { stdout } = await withSchemaEngine(described, (engine) =>
    engine.diff({
      from: { tag: 'empty' },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content }] },
      script: true,
      exitCode: null,
      filters,
    }),
  );
  await runOnServer(described, stdout ?? '');
  expect(await catalogue(url)).toEqual(await catalogue(described));
  expect((await catalogue(url)).columns.length).toBeGreaterThan(50);
});

test('a migration that fails ends in a sentence, leaves nothing, and is tried again at the next start', async () => {
  const list = await readMigrationList();
  const name = '20991231000000_broken';
  const broken = {
    ...list,
    migrationDirectories: [...list.migrationDirectories, migration(name, 'CREATE TABLE half (id int); SELECT 1 / 0;')],
  };
  await expect(applyMigrations(url, broken)).rejects.toThrow(`Migration ${name} failed, and nothing of it was kept.`);
  expect(await query(url, `SELECT to_regclass('half') AS half`)).toEqual([{ half: null }]);
  const mended = {
    ...list,
    migrationDirectories: [...list.migrationDirectories, migration(name, 'CREATE TABLE half (id int);')],
  };
  await expect(applyMigrations(url, mended)).resolves.toEqual({ applied: [name] });
});

test('a function body with semicolons reaches PostgreSQL whole', async () => {
  await applyMigrations(url);
  expect(
    await query(url, `SELECT count(*)::int AS n FROM pg_trigger WHERE tgname = 'idempotency_record_keeps_rules'`),
  ).toEqual([{ n: 1 }]);
});

function migration(path: string, value: string) {
  return { path, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } };
}

test('everything is made in public, whatever search_path the role or the database has', async () => {
  await query(url, 'CREATE SCHEMA elsewhere');
  await query(url, `ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET search_path = elsewhere, public`);
  await applyMigrations(url);
  const made = await query(
    url,
    `SELECT DISTINCT relnamespace::regnamespace::text AS schema FROM pg_class
     WHERE relnamespace IN ('public'::regnamespace, 'elsewhere'::regnamespace)
     UNION SELECT pronamespace::regnamespace::text FROM pg_proc WHERE pronamespace = 'elsewhere'::regnamespace`,
  );
  expect(made).toEqual([{ schema: 'public' }]);
});

async function emptyDatabase(): Promise<string> {
  const name = `migrate_${process.pid}_${made.length}`;
  await runOnServer(serverUrl, `CREATE DATABASE "${name}" TEMPLATE template0`);
  made.push(name);
  return onDatabase(serverUrl, name);
}

async function query(databaseUrl: string, text: string): Promise<Array<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function catalogue(databaseUrl: string) {
  return {
    columns: await query(
      databaseUrl,
      `SELECT table_name, column_name, data_type, is_nullable, column_default, character_maximum_length, datetime_precision
       FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY 1, 2`,
    ),
    indexes: await query(
      databaseUrl,
      // Prisma has no word for collations.
      `SELECT replace(indexdef, ' COLLATE "C"', '') AS indexdef
       FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
         -- Nor for partial indexes.
         AND indexdef NOT LIKE '% WHERE %' ORDER BY 1`,
    ),
    keys: await query(
      databaseUrl,
      `SELECT conrelid::regclass::text AS "table", conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
       WHERE contype IN ('p', 'u', 'f') AND connamespace = 'public'::regnamespace
         AND conrelid <> coalesce(to_regclass('_prisma_migrations')::oid, 0) ORDER BY 1, 2`,
    ),
  };
}
