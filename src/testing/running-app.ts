import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { type Credentials, type Runtime, readCredentials, readRuntime } from './installation-files.ts';

const ROOT = resolve(import.meta.dirname, '../..');
// Installing, building and seeding on a cold two-core machine takes about two minutes; ten is a hang.
const START_LIMIT_MS = 600_000;
const POLL_MS = 200;
// The launcher lets requests in flight finish and stops the database well within this.
const STOP_LIMIT_MS = 60_000;

/** The real app, started by its real launcher. */
export type RunningApp = {
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly launcher: ChildProcess;
  /** What the launcher has printed so far. */
  output(): string;
  credentials(): Promise<Credentials>;
  runtime(): Promise<Runtime>;
  /** SIGTERM, waits for the end, and gives the exit code; the data stays. */
  stop(): Promise<number | null>;
  /** Stops it and removes its data. */
  dispose(): Promise<void>;
};

export type AppOptions = {
  /** An installation to go on with; default a new, temporary one. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
};

/** Runs `npm start`'s command on a free port and waits until it answers; throws with its output when it ends before. */
export const startApp = async ({ dataDir, env = {} }: AppOptions = {}): Promise<RunningApp> => {
  const directory = dataDir ?? (await mkdtemp(join(tmpdir(), 'latchkey-app-')));
  const port = await freePort();
  // One of its own: two that start at the same moment would both find the default one free.
  const providerPort = await freePort();
  const launcher = spawn(process.execPath, ['src/cli/bootstrap.mjs', 'start'], {
    cwd: ROOT,
    env: {
      ...cleanEnvironment(),
      DATA_DIR: directory,
      PORT: String(port),
      PROVIDER_PORT: String(providerPort),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [launcher.stdout, launcher.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  const app: RunningApp = {
    baseUrl: `http://localhost:${port}`,
    dataDir: directory,
    launcher,
    output: () => output,
    credentials: () => readCredentials(directory),
    runtime: () => readRuntime(directory),
    stop: () => stop(launcher),
    dispose: async () => {
      await stop(launcher);
      await rm(directory, { recursive: true, force: true });
    },
  };
  try {
    await untilHealthy(app);
  } catch (error) {
    await app.dispose();
    throw error;
  }
  return app;
};

/** The surroundings without what would bend the app: settings of this test run, and Vitest's own NODE_ENV. */
const cleanEnvironment = (): NodeJS.ProcessEnv => {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const kept = Object.entries({ PATH, HOME, TMPDIR, LANG }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as NodeJS.ProcessEnv;
};

const untilHealthy = async (app: RunningApp): Promise<void> => {
  const giveUpAt = performance.now() + START_LIMIT_MS;
  while (performance.now() < giveUpAt) {
    const { exitCode, signalCode } = app.launcher;
    if (exitCode !== null || signalCode !== null) {
      throw new Error(`The app ended with ${signalCode ?? exitCode} before it answered:\n${app.output()}`);
    }
    const healthy = await fetch(`${app.baseUrl}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (healthy) return;
    await wait(POLL_MS);
  }
  throw new Error(`The app did not answer within ${START_LIMIT_MS / 60_000} minutes:\n${app.output()}`);
};

const stop = async (launcher: ChildProcess): Promise<number | null> => {
  if (launcher.exitCode !== null || launcher.signalCode !== null) return launcher.exitCode;
  const ended = once(launcher, 'exit');
  launcher.kill('SIGTERM');
  const timer = setTimeout(() => launcher.kill('SIGKILL'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(timer);
  return launcher.exitCode;
};
