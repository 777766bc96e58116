import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type PackagedServer, packagedBinaries } from './binaries.ts';
import { isReachableByAll } from './reachable.ts';
import type { SystemUser } from './system-user.ts';

/** Where the server's programs are and where its data is (or will be, when `dataDirectory` does not exist yet). */
export type Place = { readonly binDirectory: string; readonly dataDirectory: string };

// Where a system service keeps its state (Filesystem Hierarchy Standard, /var/lib).
const OPEN_HOME = '/var/lib/latchkey';

/**
 * In the packages and in DATA_DIR/postgres. Only when root started from a closed directory such as /root, which the user
 * postgres cannot enter, are the programs copied and the data kept in /var/lib/latchkey, behind a link in DATA_DIR.
 */
export async function choosePlace(server: PackagedServer, dataDir: string, user: SystemUser): Promise<Place> {
  const binDirectory = await packagedBinaries(server);
  const link = join(dataDir, 'postgres');
  const closed = user.uid !== undefined;
  return {
    binDirectory: closed && !isReachableByAll(binDirectory) ? copyPrograms(binDirectory) : binDirectory,
    dataDirectory: closed && !isReachableByAll(dataDir) ? linkedHome(link) : link,
  };
}

function copyPrograms(binDirectory: string): string {
  const native = dirname(binDirectory);
  // The packages' folder names the version through its own package.json only; its age tells one install from the next.
  const home = join(OPEN_HOME, `programs-${lstatSync(native).mtimeMs.toFixed(0)}`);
  if (!existsSync(home)) {
    const half = `${home}.${process.pid}`;
    cpSync(native, half, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(half, home);
    } catch (error) {
      // Another start was quicker, with the same files.
      rmSync(half, { recursive: true });
      if (!existsSync(home)) throw error;
    }
  }
  return join(home, 'bin');
}

function linkedHome(link: string): string {
  if (existsSync(link)) return realpathSync(link);
  rmSync(link, { force: true });
  mkdirSync(OPEN_HOME, { recursive: true });
  const holder = mkdtempSync(join(OPEN_HOME, 'data-'));
  chmodSync(holder, 0o711);
  symlinkSync(join(holder, 'postgres'), link);
  return join(holder, 'postgres');
}
