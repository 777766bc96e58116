import { join } from 'node:path';
import type { Env } from '../../env.ts';
import { readJson } from '../launch/private-file.ts';
import type { RuntimeNote } from '../launch/runtime-file.ts';
import type { Secrets } from '../launch/secrets.ts';
import { StartError } from '../launch/start-error.ts';

/** What a worker must be told where nothing else tells it: it works on the records of one installation only. */
const OF_THE_INSTALLATION = {
  DATABASE_URL: 'databaseUrl',
  LATCHKEY_SECRET: 'latchkeySecretHex',
  BETTER_AUTH_SECRET: 'betterAuthSecret',
} as const;

/** Settings with everything that a worker needs. */
export type WorkerSettings = Env & {
  readonly databaseUrl: string;
  readonly latchkeySecretHex: string;
  readonly betterAuthSecret: string;
};

/**
 * The settings of a worker: from the environment, or, where that names no installation at all, from what `npm start` has
 * running on this machine. Throws StartError, naming what is missing.
 */
export function workerSettings(settings: Env): WorkerSettings {
  const names = Object.entries(OF_THE_INSTALLATION);
  const missing = names.filter(([, member]) => settings[member] === undefined).map(([name]) => name);
  if (missing.length === names.length) return settingsOfRunning(settings);
  // A worker that looked up charges at the wrong provider would find none, and call again.
  if (!settings.providerUrl && !settings.stripeSecretKey) missing.push('PROVIDER_URL (or STRIPE_SECRET_KEY)');
  if (missing.length === 0) return settings as WorkerSettings;
  throw new StartError(
    `The worker also needs ${missing.join(', ')}, with the values of the machine that serves the web: LATCHKEY_SECRET and ` +
      'BETTER_AUTH_SECRET are in its DATA_DIR/secrets.json.',
  );
}

function settingsOfRunning(settings: Env): WorkerSettings {
  const { dataDir } = settings;
  const running = readJson(join(dataDir, 'runtime.json')) as RuntimeNote | undefined;
  const secrets = readJson(join(dataDir, 'secrets.json')) as Secrets | undefined;
  if (!running?.databaseUrl || !running.providerUrl || !secrets) {
    throw new StartError(
      `Nothing runs on DATA_DIR ${dataDir} that a worker could help. Start Latchkey there ("npm start" has a worker of its own), ` +
        'or set DATABASE_URL, LATCHKEY_SECRET, BETTER_AUTH_SECRET and PROVIDER_URL to those of the machine that serves the web.',
    );
  }
  const { databaseUrl, providerUrl } = running;
  const { latchkeySecretHex, betterAuthSecret } = secrets;
  return { ...settings, databaseUrl, providerUrl, latchkeySecretHex, betterAuthSecret } as WorkerSettings;
}
