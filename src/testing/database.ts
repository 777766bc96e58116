import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { CLONE_PREFIX, onDatabase, runOnServer, TEMPLATE } from './template.ts';

/** A migrated, empty database that belongs to one test file. */
export type TestDatabase = {
  readonly url: string;
  /** Ends every session on it and removes it. */
  drop(): Promise<void>;
};

export type TestDatabaseOptions = {
  /** Time zone that new sessions on this database get unless they set their own; default TEST_TIME_ZONE, else the server's. */
  readonly timeZone?: string;
};

/** Clones the migrated template. */
export const testDatabase = async (options: TestDatabaseOptions = {}): Promise<TestDatabase> => {
  const server = inject('serverUrl');
  const timeZone = options.timeZone ?? inject('timeZone');
  const name = CLONE_PREFIX + randomBytes(8).toString('hex');
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    // One clone at a time: copies made side by side only slow each other down.
    await client.query("SELECT pg_advisory_lock(hashtextextended('latchkey-test-clone', 0))");
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
    if (timeZone !== '') {
      await client.query(`ALTER DATABASE ${name} SET timezone = ${client.escapeLiteral(timeZone)}`);
    }
  } finally {
    await client.end();
  }
  return {
    url: onDatabase(server, name),
    drop: () => runOnServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
};

/** Gives the test file (or the `describe` it is called in) one database of its own; `url` is there from `beforeAll` on. */
export const useDatabase = (options: TestDatabaseOptions = {}): { readonly url: string } => {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await testDatabase(options);
  });
  afterAll(() => database?.drop());
  return {
    get url(): string {
      if (database === undefined) throw new Error('The test database exists only inside tests and hooks of this file.');
      return database.url;
    },
  };
};
