import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertDatabaseUsable } from '../cli/launch/connect.ts';
import { openDataDirectory } from '../cli/launch/data-directory.ts';
import { type EmbeddedPostgres, startPostgres } from '../cli/launch/postgres/start-postgres.ts';
import { freePort } from './free-port.ts';
import { serverDirectoryPrefix } from './leftover-servers.ts';
import { postgresUnderTest } from './postgres-under-test.ts';

/** A PostgreSQL of its own for tests: on 127.0.0.1, with data that nobody needs after them. */
export type TestServer = {
  readonly port: number;
  /** Connection string of one database of this server, as the superuser `postgres`. */
  url(database: string): string;
  /** Fast shutdown: sessions are ended, data stays. */
  stop(): Promise<void>;
  /** Ends it as a crash does, with SIGQUIT (immediate shutdown) or SIGKILL; its guardian starts it again on the same port. */
  crash(signal: 'SIGQUIT' | 'SIGKILL'): void;
  /** Starts it again after `stop`, on the same port and data. */
  start(): Promise<void>;
  /** Stops it for good and removes its data. */
  dispose(): Promise<void>;
};

const SETTINGS = {
  // Safe against SIGKILL of any process, which is what the tests do: only a power cut loses data, and this is thrown away.
  fsync: 'off',
  full_page_writes: 'off',
  // Each test file may hold several pools of ten beside its own observers.
  max_connections: '300',
};

/**
 * Starts a fresh server of the version under test the way the app starts its own, so with the same guardian, which ends it
 * when this process dies, however it dies.
 */
export const startTestServer = async (): Promise<TestServer> => {
  // Opened as the launcher opens DATA_DIR: otherwise root would keep the data elsewhere, where nothing sweeps it.
  const directory = openDataDirectory(await mkdtemp(join(tmpdir(), serverDirectoryPrefix(process.pid))));
  const packaged = postgresUnderTest();
  const password = randomBytes(12).toString('hex');
  // Also where a run is ended by a signal. What a SIGKILL leaves is removed by the next run.
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  process.once('exit', remove);
  const port = await freePort();
  const start = async (): Promise<EmbeddedPostgres> => {
    const started = await startPostgres(directory, password, () => {}, { settings: SETTINGS, port, server: packaged });
    await assertDatabaseUsable(started.url('postgres'), 'embedded');
    return started;
  };
  let server = await start();
  return {
    port,
    url: (database) => server.url(database),
    stop: () => server.stop(),
    crash: (signal) => {
      const pid = server.pid();
      if (pid === undefined) throw new Error('The server has no process that could be ended.');
      process.kill(pid, signal);
    },
    start: async () => {
      server = await start();
    },
    dispose: async () => {
      await server.stop();
      remove();
      process.off('exit', remove);
    },
  };
};
