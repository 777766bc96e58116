import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from './start-error.ts';

/** Makes the data directory where it is missing, closed to others, and returns its real path. Throws StartError. */
export function openDataDirectory(path: string): string {
  try {
    makeDirectory(path);
    readdirSync(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    // PostgreSQL refuses root and runs as another user then, who must get through; listing stays closed.
    if (process.getuid?.() === 0) chmodSync(path, (statSync(path).mode & 0o777) | 0o011);
    return realpathSync(path);
  } catch (error) {
    throw new StartError(sentence(path, (error as NodeJS.ErrnoException).code), { cause: error });
  }
}

/** One level at a time: Node's own recursive mkdir never returns below /proc (seen with Node 20.20). */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

function sentence(path: string, code: string | undefined): string {
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return `DATA_DIR ${path} is a file, or lies below one. Move it away or set DATA_DIR to a directory.`;
  }
  return (
    `DATA_DIR ${path} cannot be written (${code ?? 'unknown reason'}). ` +
    'Give this user the right to write there, or set DATA_DIR to a directory of their own.'
  );
}
