import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { AppProcessSettings } from './app-process/settings.ts';
import { TEST_SECRET } from './engine.ts';

const ROOT = resolve(import.meta.dirname, '../..');
// A TypeScript process on a busy two-core machine is up within seconds; a minute is a hang.
const START_LIMIT_MS = 60_000;

const listeningSchema = z.object({ port: z.number() });

/**
 * The app's tRPC handler behind a plain HTTP server, or its worker, in a process of its own: all of the app but Next, and so
 * started in seconds. It ends with this process.
 */
export type AppProcess = {
  readonly url: string;
  readonly port: number;
  isAlive(): boolean;
  /** SIGSTOP; resolves when it stands still. */
  freeze(): void;
  /** SIGCONT. */
  thaw(): void;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  output(): string;
};

/** What a test decides; the rest has defaults. */
export type AppProcessOptions = Pick<AppProcessSettings, 'role' | 'databaseUrl' | 'providerUrl'> &
  Partial<AppProcessSettings>;

/** Starts one and waits until it listens, or works. */
export const startAppProcess = async (options: AppProcessOptions): Promise<AppProcess> => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/testing/app-process/entry.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      APP_PROCESS: JSON.stringify({ secretHex: TEST_SECRET.toString('hex'), ...options }),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'exit');
  const message = await Promise.race([
    once(child, 'message', { signal: AbortSignal.timeout(START_LIMIT_MS) }),
    ended.then(() => Promise.reject(new Error(`The ${options.role} process ended at its start:\n${output}`))),
  ]);
  const { port } = listeningSchema.parse(message[0]);
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    isAlive,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill: async () => {
      if (isAlive()) child.kill('SIGKILL');
      await ended;
    },
    output: () => output,
  };
};
