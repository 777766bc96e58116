import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freeLocalPort } from '../port.ts';
import { StartError } from '../start-error.ts';
import { OUR_SERVER, type PackagedServer, serverEnvironment } from './binaries.ts';
import { initCluster } from './init-cluster.ts';
import { stopOrphan } from './orphan.ts';
import { choosePlace } from './place.ts';
import { postgresUser } from './system-user.ts';

/** A running embedded PostgreSQL. */
export type EmbeddedPostgres = {
  readonly port: number;
  /** Connection string of one of its databases, as the superuser. */
  url(database: string): string;
  /** The server's process; another one after the guardian had to restart it. */
  pid(): number | undefined;
  /** Ends it as PostgreSQL wants to be ended: sessions closed, one checkpoint. */
  stop(): Promise<void>;
};

/** What tests set otherwise than the app: a port that stays the same over restarts, settings, and another PostgreSQL. */
export type ServerOptions = {
  readonly port?: number;
  readonly settings?: Readonly<Record<string, string>>;
  readonly server?: PackagedServer;
};

/** What the guardian reports while it runs. */
export type GuardianReport =
  | { readonly type: 'started'; readonly pid: number }
  | { readonly type: 'restarting'; readonly reason: string }
  | { readonly type: 'gave-up'; readonly reason: string };

const guardian = fileURLToPath(new URL('guardian.mjs', import.meta.url));

/**
 * Starts the embedded PostgreSQL on DATA_DIR/postgres, on a free port of 127.0.0.1, after stopping an orphan of a killed
 * start. It does not wait until the server answers. `report` hears of restarts. Throws StartError.
 */
export async function startPostgres(
  dataDir: string,
  password: string,
  report: (report: GuardianReport) => void,
  options: ServerOptions = {},
): Promise<EmbeddedPostgres> {
  const user = postgresUser();
  const server = options.server ?? OUR_SERVER;
  const place = await choosePlace(server, dataDir, user);
  await stopOrphan(place.dataDirectory);
  initCluster(server, place, user, password);
  const port = options.port ?? (await freeLocalPort());
  const logFile = join(dataDir, 'postgres.log');
  keepLogSmall(logFile);
  const child = spawn(process.execPath, [guardian], { detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let pid: number | undefined;
  child.on('message', (message: GuardianReport) => {
    if (message.type === 'started') pid = message.pid;
    report(message.type === 'gave-up' ? { ...message, reason: `${message.reason}\n${lastWords(logFile)}` } : message);
  });
  const program = join(place.binDirectory, 'postgres');
  const args = serverArguments(place.dataDirectory, port, options.settings);
  child.send({ type: 'start', order: { program, args, ...user, env: serverEnvironment, logFile } });
  await firstReport(child, logFile);
  child.once('exit', () => report({ type: 'gave-up', reason: 'the process that guards it ended' }));
  return {
    port,
    url: (database) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`,
    pid: () => pid,
    stop: async () => {
      child.removeAllListeners('exit');
      await stopGuardian(child);
      // Only finds something where the guardian itself was killed.
      await stopOrphan(place.dataDirectory);
    },
  };
}

function serverArguments(dataDirectory: string, port: number, others: ServerOptions['settings'] = {}): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // The app's pools, the desk, psql and a test beside them; each costs a few megabytes only while connected.
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...others,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', dataDirectory, '-p', String(port), ...flags];
}

async function firstReport(child: ChildProcess, logFile: string): Promise<void> {
  const report: Promise<GuardianReport | undefined> = once(child, 'message').then(
    ([message]) => message as GuardianReport,
  );
  const first = await Promise.race([report, once(child, 'exit').then(() => undefined)]);
  if (first?.type === 'started') return;
  const reason = first?.type === 'gave-up' ? first.reason : 'its guardian ended';
  throw new StartError(`The embedded PostgreSQL could not be started: ${reason}. See ${logFile}, or set DATABASE_URL.`);
}

async function stopGuardian(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (child.connected) child.send({ type: 'stop' });
  await ended;
}

/** One old log is kept: 10 MB of log lines is weeks of a quiet server. */
function keepLogSmall(logFile: string): void {
  if (existsSync(logFile) && statSync(logFile).size > 10_000_000) renameSync(logFile, `${logFile}.old`);
}

function lastWords(logFile: string): string {
  return readFileSync(logFile, 'utf8').trim().split('\n').slice(-5).join('\n');
}
