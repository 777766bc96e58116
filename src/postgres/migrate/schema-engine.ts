import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

type SchemaEngine = bindings.SchemaEngine;

let started: Promise<void> | undefined;

/** Runs `work` with Prisma's schema engine (the WebAssembly build: no binary to download) on this database. */
export async function withSchemaEngine<T>(databaseUrl: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  started ??= startWebAssembly();
  await started;
  // One connection: the engine's own advisory lock belongs to a session, and must guard the session that migrates.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  // A connection that dies while idle must not end the process; the statement that needs it fails by itself.
  pool.on('error', () => {});
  // What a migration makes without a schema's name is for public, whatever this role's search_path says.
  pool.on('connect', (client) => void client.query('SET search_path = public').catch(() => {}));
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(new WholeScriptPg(pool));
    const engine = await bindings.SchemaEngine.new({ datamodels: undefined }, () => {}, adapter);
    try {
      return await work(engine);
    } finally {
      engine.free();
    }
  } finally {
    await pool.end();
  }
}

/**
 * Sends a migration's file as one script, as Prisma's native engine does: PostgreSQL then runs it as one transaction.
 * The stock adapter cuts at every semicolon, inside function bodies and comments too.
 */
class WholeScriptPg extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    adapter.executeScript = async (script) => {
      await adapter.executeRaw({ sql: script, args: [], argTypes: [] });
    };
    return adapter;
  }
}

async function startWebAssembly(): Promise<void> {
  const folder = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'));
  const bytes = await readFile(join(folder, 'schema_engine_bg.wasm'));
  const imports: WebAssembly.Imports = { './schema_engine_bg.js': { ...bindings } as WebAssembly.ModuleImports };
  const { instance } = await WebAssembly.instantiate(bytes, imports);
  bindings.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start !== 'function')
    throw new Error('schema_engine_bg.wasm: expected an export __wbindgen_start, found none');
  start();
}
