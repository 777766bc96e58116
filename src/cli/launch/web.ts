import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nextProgram } from './build.ts';

// What a person still waits for; a request in flight is done in far less, and a hung one must not keep the rest.
const DRAIN_MS = 15_000;

const leash = pathToFileURL(fileURLToPath(new URL('web-leash.mjs', import.meta.url))).href;

/** How the web app is served: built (`start`) or with hot reload (`dev`). */
export type ServeMode = 'start' | 'dev';

export type WebOptions = {
  readonly root: string;
  readonly mode: ServeMode;
  readonly port: number;
  /** Variables for the web process, over this process's own. */
  readonly variables: Readonly<Record<string, string>>;
};

/** Starts one web process on the port; it ends by itself when this process is gone. */
export function spawnWeb({ root, mode, port, variables }: WebOptions): ChildProcess {
  return spawn(process.execPath, ['--import', leash, nextProgram, mode, '-p', String(port)], {
    cwd: root,
    // A process group of its own, so that a Ctrl-C reaches the launcher alone, which then ends things in order.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...variables, NEXT_TELEMETRY_DISABLED: '1' },
  });
}

/** Lets requests in flight finish, up to 15 seconds, then ends the process for good. */
export async function drainWeb(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const hard = setTimeout(() => child.kill('SIGKILL'), DRAIN_MS);
  await exited;
  clearTimeout(hard);
}
