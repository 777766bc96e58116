import { spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';
import { type PackagedServer, serverEnvironment } from './binaries.ts';
import type { Place } from './place.ts';
import type { SystemUser } from './system-user.ts';

/** Makes the database's files on the first start; later it only checks that they are of this PostgreSQL. */
export function initCluster(
  server: PackagedServer,
  { binDirectory, dataDirectory }: Place,
  user: SystemUser,
  password: string,
): void {
  if (existsSync(join(dataDirectory, 'PG_VERSION'))) {
    assertVersion(dataDirectory, server);
    return;
  }
  // Beside its final name, and renamed when whole: an interrupted first start leaves nothing that looks like a database.
  sweepHalves(dataDirectory);
  const half = `${dataDirectory}.new-${process.pid}`;
  mkdirSync(half, { mode: 0o700 });
  const passwordFile = `${half}.password`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    if (user.uid !== undefined && user.gid !== undefined) {
      for (const path of [half, passwordFile]) chownSync(path, user.uid, user.gid);
    }
    const options = [`--pgdata=${half}`, `--pwfile=${passwordFile}`, ...server.localeOptions];
    initdb(join(binDirectory, 'initdb'), options, user);
    renameSync(half, dataDirectory);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function initdb(program: string, options: readonly string[], user: SystemUser): void {
  const args = [...options, '--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8'];
  const result = spawnSync(program, args, { ...user, encoding: 'utf8', cwd: '/', env: serverEnvironment });
  if (result.status === 0) return;
  const said = result.error?.message ?? `${result.stdout}${result.stderr}`.trim().split('\n').slice(-5).join('\n');
  throw new StartError(
    `The embedded PostgreSQL could not make its files. Mend what it names, or set DATABASE_URL. It said:\n${said}`,
  );
}

function sweepHalves(dataDirectory: string): void {
  const parent = dirname(dataDirectory);
  const prefix = `${basename(dataDirectory)}.new-`;
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function assertVersion(dataDirectory: string, { major }: PackagedServer): void {
  const found = readFileSync(join(dataDirectory, 'PG_VERSION'), 'utf8').trim();
  if (found === major) return;
  throw new StartError(
    `${dataDirectory} was made by PostgreSQL ${found}, and this Latchkey carries ${major}. ` +
      `Move the data with pg_dump and pg_restore, or set DATABASE_URL to a PostgreSQL ${found}.`,
  );
}
