import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { restartDelayMs } from './restart-policy.ts';
import { StartError } from './start-error.ts';
import { drainWeb } from './web.ts';

// It reads files, connects or listens: a second or two on a busy machine. After a minute it is stuck.
const READY_WITHIN_MS = 60_000;

// The longest delay of the policy: what once ran is wanted as long as we run, so that nobody gives it up.
const DEATHS_THAT_COUNT = 4;

const leash = pathToFileURL(fileURLToPath(new URL('web-leash.mjs', import.meta.url))).href;

/** A command of ours that runs beside the web process and sends its parent a message once it is ready. */
export type ProcessPlan = {
  /** As sentences begin: "The worker". */
  readonly name: string;
  readonly root: string;
  /** Path of the TypeScript file below the root. */
  readonly file: string;
  /** Variables over this process's own. */
  readonly variables: Readonly<Record<string, string>>;
};

/** A process of its own, kept alive: one that dies is replaced, and it ends when this process is gone. */
export class SupervisedProcess {
  readonly #plan: ProcessPlan;
  readonly #onSpawn: (pid: number | null) => void;
  #output = '';
  #child: ChildProcess | undefined;
  #stopping = false;

  /** `onSpawn` hears the number of each new process. */
  constructor(plan: ProcessPlan, onSpawn: (pid: number | null) => void) {
    this.#plan = plan;
    this.#onSpawn = onSpawn;
  }

  /** Starts it and resolves once it is ready. Throws StartError with what it said when it is not. */
  async start(): Promise<void> {
    if (this.#stopping || (await this.#spawn())) return;
    throw new StartError(`${this.#plan.name} does not start:\n${this.#output.trim()}`);
  }

  /** Lets it finish what it is at, up to 15 seconds, ends it and restarts none. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#child) await drainWeb(this.#child);
  }

  /** True once it is ready, false when it ended before. */
  async #spawn(deathsAtStart = 0): Promise<boolean> {
    this.#output = '';
    const { root, file, variables } = this.#plan;
    const child = spawn(process.execPath, ['--import', leash, '--import', 'tsx', file], {
      cwd: root,
      // A process group of its own, so that a Ctrl-C reaches the launcher alone, which then ends things in order.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...variables },
    });
    this.#child = child;
    this.#onSpawn(child.pid ?? null);
    let isReady = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => (isReady ? process.stdout.write(chunk) : this.#keep(String(chunk))));
    }
    const exited = once(child, 'exit');
    const stuck = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS);
    isReady = await Promise.race([once(child, 'message').then(() => true), exited.then(() => false)]);
    clearTimeout(stuck);
    // One that never came up at the first start is the caller's to report.
    if (isReady || deathsAtStart > 0) void exited.then(() => this.#replace(isReady ? 0 : deathsAtStart + 1));
    return isReady;
  }

  async #replace(deathsAtStart: number): Promise<void> {
    if (this.#stopping) return;
    console.error(`${this.#plan.name} ended; starting it again.\n${this.#output.trim()}`.trim());
    await new Promise((resolve) => setTimeout(resolve, restartDelayMs(Math.min(deathsAtStart, DEATHS_THAT_COUNT))));
    if (!this.#stopping) await this.#spawn(Math.max(deathsAtStart, 1));
  }

  #keep(chunk: string): void {
    // Enough for the reason of a failed start.
    this.#output = `${this.#output}${chunk}`.slice(-4_000);
  }
}
