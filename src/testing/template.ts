import pg from 'pg';

/** The database that holds the migrated, empty schema; every test database is a clone of it. */
export const TEMPLATE = 'latchkey_template';

/** Name prefix of the clones. */
export const CLONE_PREFIX = 'latchkey_test_';

/** Connection string of another database on the same server. */
export const onDatabase = (serverUrl: string, database: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.toString();
};

/** Runs one statement after another on its own connection, outside any transaction. */
export const runOnServer = async (serverUrl: string, ...statements: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};

/** The major version of the server, such as 18. */
export const majorOf = async (serverUrl: string): Promise<number> => {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ major: number }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS major`,
    );
    return rows[0]?.major ?? 0;
  } finally {
    await client.end();
  }
};

/**
 * Makes the template anew from the project's migrations, after dropping whatever a killed run left on this server.
 * Connections to it are then forbidden, because PostgreSQL cannot clone a database that somebody is connected to.
 */
export const makeTemplate = async (serverUrl: string): Promise<void> => {
  await dropLeftovers(serverUrl);
  await runOnServer(serverUrl, `CREATE DATABASE ${TEMPLATE}`);
  // Loaded late, so that a fault in the migrations reads as one and not as a fault in loading the set-up.
  const { applyMigrations } = await import('../postgres/migrate.ts');
  await applyMigrations(onDatabase(serverUrl, TEMPLATE));
  await runOnServer(serverUrl, `ALTER DATABASE ${TEMPLATE} WITH ALLOW_CONNECTIONS false`);
};

const dropLeftovers = async (serverUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const found = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE datname = $1 OR starts_with(datname, $2)',
      [TEMPLATE, CLONE_PREFIX],
    );
    for (const { datname } of found.rows) await client.query(`DROP DATABASE "${datname}" WITH (FORCE)`);
  } finally {
    await client.end();
  }
};
