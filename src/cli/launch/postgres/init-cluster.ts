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
import { serverEnvironment } from './binaries.ts';
import type { Place } from './place.ts';
import type { SystemUser } from './system-user.ts';

const MAJOR = '18';

/** Makes the database's files on the first start; later it only checks that they are of this PostgreSQL. */
export function initCluster({ binDirectory, dataDirectory }: Place, user: SystemUser, password: string): void {
  if (existsSync(join(dataDirectory, 'PG_VERSION'))) {
    assertVersion(dataDirectory);
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
    initdb(join(binDirectory, 'initdb'), [`--pgdata=${half}`, `--pwfile=${passwordFile}`], user);
    renameSync(half, dataDirectory);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function initdb(program: string, paths: readonly string[], user: SystemUser): void {
  const args = [
    ...paths,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // PostgreSQL's own locale: text sorts the same on every machine, whatever the system has installed.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-locale',
  ];
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

function assertVersion(dataDirectory: string): void {
  const found = readFileSync(join(dataDirectory, 'PG_VERSION'), 'utf8').trim();
  if (found === MAJOR) return;
  throw new StartError(
    `${dataDirectory} was made by PostgreSQL ${found}, and this Latchkey carries ${MAJOR}. ` +
      `Move the data with pg_dump and pg_restore, or set DATABASE_URL to a PostgreSQL ${found}.`,
  );
}
