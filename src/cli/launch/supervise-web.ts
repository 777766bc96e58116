import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { waitUntilItAnswers } from './answers.ts';
import { diedAtStart, restartDelayMs } from './restart-policy.ts';
import { StartError } from './start-error.ts';
import { drainWeb, spawnWeb, type WebOptions } from './web.ts';

// A cold start on a busy two-core machine takes seconds; after a minute and a half it is stuck.
const ANSWERS_WITHIN_MS = 90_000;

/** The web process, kept alive: one that dies is replaced. */
export class SupervisedWeb {
  readonly #options: WebOptions;
  readonly #onSpawn: (pid: number | null) => void;
  readonly #output: string[] = [];
  #child: ChildProcess | undefined;
  #stopping = false;

  /** `onSpawn` hears the number of each new process. */
  constructor(options: WebOptions, onSpawn: (pid: number | null) => void) {
    this.#options = options;
    this.#onSpawn = onSpawn;
  }

  /** Runs until stopped; calls `onUp` when it first answers. Throws StartError when it dies at its start again and again. */
  async run(onUp: () => void): Promise<void> {
    let deathsAtStart = 0;
    for (let greet: (() => void) | undefined = onUp; !this.#stopping; ) {
      const life = await this.#live(() => {
        greet?.();
        greet = undefined;
      });
      if (this.#stopping) return;
      deathsAtStart = diedAtStart(life) ? deathsAtStart + 1 : 0;
      const delayMs = restartDelayMs(deathsAtStart);
      if (delayMs === undefined) throw new StartError(this.#gaveUp(life.how));
      console.error(`The web process ended (${life.how}); starting it again.`);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }

  /** Lets requests in flight finish, then ends the process and restarts none. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#child) await drainWeb(this.#child);
  }

  async #live(onUp: () => void) {
    const startedAt = Date.now();
    const child = spawnWeb(this.#options);
    this.#child = child;
    this.#onSpawn(child.pid ?? null);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => this.#pass(String(chunk)));
    const ended = new AbortController();
    const exited = once(child, 'exit').finally(() => ended.abort()) as Promise<[number | null, string | null]>;
    const patience = AbortSignal.any([ended.signal, AbortSignal.timeout(ANSWERS_WITHIN_MS)]);
    const answered = await waitUntilItAnswers(this.#options.port, patience);
    if (answered) onUp();
    else child.kill('SIGKILL');
    const [code, signal] = await exited;
    const how = signal ?? `exit code ${code}`;
    return { answered, byItself: signal === null, livedMs: Date.now() - startedAt, how };
  }

  #pass(chunk: string): void {
    process.stdout.write(chunk);
    this.#output.push(chunk);
    // Enough for the reason of a failed start.
    if (this.#output.length > 50) this.#output.shift();
  }

  #gaveUp(how: string): string {
    const said = this.#output.join('').trim().split('\n').slice(-10).join('\n');
    return `The web process does not come up (${how}, several times in a row). Mend what it says, then start again:\n${said}`;
  }
}
