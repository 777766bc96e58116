import { spawnSync } from 'node:child_process';
import { StartError } from '../start-error.ts';

/** Whom PostgreSQL runs as; both undefined: ourselves. */
export type SystemUser = { readonly uid?: number; readonly gid?: number };

/** PostgreSQL refuses to run as root, so root lends it the system user `postgres`, made where it is missing. */
export function postgresUser(): SystemUser {
  if (process.getuid?.() !== 0) return {};
  return findUser() ?? makeUser();
}

function findUser(): SystemUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : undefined;
  });
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

function makeUser(): SystemUser {
  spawnSync('groupadd', ['--system', 'postgres']);
  spawnSync('useradd', ['--system', '--gid', 'postgres', '--no-create-home', '--shell', '/bin/false', 'postgres']);
  const made = findUser();
  if (made) return made;
  throw new StartError(
    'Latchkey runs as root, PostgreSQL refuses to, and no user "postgres" could be made for it. ' +
      'Start as another user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}
