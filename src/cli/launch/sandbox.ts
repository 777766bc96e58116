import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { localPortOrAnother } from './port.ts';
import { restartDelayMs } from './restart-policy.ts';
import { StartError } from './start-error.ts';

// It reads two files and listens: a second or two on a busy machine. After a minute it is stuck.
const LISTENS_WITHIN_MS = 60_000;

const leash = pathToFileURL(fileURLToPath(new URL('web-leash.mjs', import.meta.url))).href;

export type SandboxPlace = { readonly root: string; readonly dataDir: string; readonly port: number };

/** The sandbox of the providers in a process of its own, kept alive on one port; it ends when this process is gone. */
export class SupervisedSandbox {
  readonly #place: SandboxPlace;
  readonly #onSpawn: (pid: number | null) => void;
  #output = '';
  #child: ChildProcess | undefined;
  #stopping = false;

  /** `onSpawn` hears the number of each new process. */
  constructor(place: SandboxPlace, onSpawn: (pid: number | null) => void) {
    this.#place = place;
    this.#onSpawn = onSpawn;
  }

  /** Starts it and returns its URL: on the port, or on a free one where another program has that. Throws StartError. */
  async start(): Promise<string> {
    const port = await localPortOrAnother(this.#place.port);
    if (port !== this.#place.port) {
      console.error(`PROVIDER_PORT ${this.#place.port} is taken; the sandbox of the providers uses ${port}.`);
    }
    if (!(await this.#spawn(port))) {
      throw new StartError(`The sandbox of the providers does not start:\n${this.#output.trim()}`);
    }
    return `http://127.0.0.1:${port}`;
  }

  /** Ends it and restarts none. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }

  /** True once it listens, false when it ended before. */
  async #spawn(port: number, deathsAtStart = 0): Promise<boolean> {
    this.#output = '';
    const child = spawn(process.execPath, ['--import', leash, '--import', 'tsx', 'src/cli/provider.ts'], {
      cwd: this.#place.root,
      // A process group of its own, so that a Ctrl-C leaves it to requests in flight until the web process is done.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, PROVIDER_PORT: String(port), DATA_DIR: this.#place.dataDir },
    });
    this.#child = child;
    this.#onSpawn(child.pid ?? null);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => this.#hear(String(chunk)));
    const exited = once(child, 'exit');
    const stuck = setTimeout(() => child.kill('SIGKILL'), LISTENS_WITHIN_MS);
    const listens = await Promise.race([once(child, 'message').then(() => true), exited.then(() => false)]);
    clearTimeout(stuck);
    void exited.then(() => this.#replace(port, listens ? 0 : deathsAtStart + 1));
    return listens;
  }

  /** Work in flight learns from look-ups what became of it, and for that somebody must answer them. */
  async #replace(port: number, deathsAtStart: number): Promise<void> {
    const delayMs = restartDelayMs(deathsAtStart);
    if (this.#stopping || delayMs === undefined) return;
    console.error('The sandbox of the providers ended; starting it again.');
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (!this.#stopping) await this.#spawn(port, deathsAtStart);
  }

  #hear(chunk: string): void {
    // Enough for the reason of a failed start.
    this.#output = `${this.#output}${chunk}`.slice(-4_000);
  }
}
