import { once } from 'node:events';
import { resolve } from 'node:path';
import { waitUntilItAnswers } from '../cli/launch/answers.ts';
import { buildWhenSourcesChanged } from '../cli/launch/build.ts';
import { Started } from '../cli/launch/started.ts';
import { drainWeb, spawnWeb } from '../cli/launch/web.ts';
import { freePort } from './free-port.ts';

const ROOT = resolve(import.meta.dirname, '../..');
// A cold start takes seconds; after a minute and a half the launcher gives up on one, too.
const ANSWERS_WITHIN_MS = 90_000;

/** The secret of the installation that these processes are of. */
export const WEB_SECRET = Buffer.alloc(32, 0x5a);

/** The real web process, built for production, as the launcher starts it; nobody restarts it. It ends with this process. */
export type WebProcess = {
  readonly baseUrl: string;
  readonly port: number;
  /** False once it has ended, however that happened. */
  isAlive(): boolean;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves when it has answered what was in flight and is gone. */
  stop(): Promise<void>;
};

export type WebProcessOptions = {
  readonly databaseUrl: string;
  /** Default a free one. */
  readonly port?: number;
  /** Where cards are charged; default nowhere. */
  readonly providerUrl?: string;
  /** Shown in the desk's frame; default none. */
  readonly environmentName?: string;
};

/** Builds the app when its sources changed, starts its web process, and waits until that answers. */
export const startWeb = async (options: WebProcessOptions): Promise<WebProcess> => {
  const { databaseUrl, port, providerUrl, environmentName } = options;
  await buildWhenSourcesChanged(ROOT, new Started());
  const listensOn = port ?? (await freePort());
  const variables = {
    NODE_ENV: 'production',
    PORT: String(listensOn),
    DATABASE_URL: databaseUrl,
    ...(providerUrl === undefined ? {} : { PROVIDER_URL: providerUrl }),
    ...(environmentName === undefined ? {} : { ENVIRONMENT_NAME: environmentName }),
    LATCHKEY_SECRET: WEB_SECRET.toString('hex'),
    BETTER_AUTH_SECRET: 'only for tests '.repeat(3),
  };
  const child = spawnWeb({ root: ROOT, mode: 'start', port: listensOn, variables });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const ended = new AbortController();
  const exited = once(child, 'exit').finally(() => ended.abort());
  const patience = AbortSignal.any([ended.signal, AbortSignal.timeout(ANSWERS_WITHIN_MS)]);
  if (!(await waitUntilItAnswers(listensOn, patience))) {
    child.kill('SIGKILL');
    throw new Error(`The web process did not answer:\n${output}`);
  }
  return {
    baseUrl: `http://127.0.0.1:${listensOn}`,
    port: listensOn,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    stop: () => drainWeb(child),
  };
};
