import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateJson } from './private-file.ts';

/** What is running now, for scripts and tests; DATA_DIR/runtime.json, readable by its owner only. */
export type RuntimeNote = {
  /** Null until the database takes connections, as the others until theirs is there. */
  readonly databaseUrl: string | null;
  readonly port: number;
  readonly launcherPid: number;
  readonly webPid: number | null;
  readonly workerPid: number | null;
  /** Where the providers are: the sandbox, unless PROVIDER_URL names another. */
  readonly providerUrl: string | null;
  /** Of the sandbox; null with PROVIDER_URL. */
  readonly providerPid: number | null;
  /** Of the embedded server; null with DATABASE_URL. */
  readonly postgresPid: number | null;
};

/** Keeps DATA_DIR/runtime.json true while processes come and go. */
export class RuntimeFile {
  readonly #path: string;
  #note: RuntimeNote;

  constructor(dataDir: string, port: number) {
    this.#path = join(dataDir, 'runtime.json');
    this.#note = {
      databaseUrl: null,
      port,
      launcherPid: process.pid,
      webPid: null,
      workerPid: null,
      providerUrl: null,
      providerPid: null,
      postgresPid: null,
    };
  }

  /** Writes what changed. */
  update(change: Partial<RuntimeNote>): void {
    this.#note = { ...this.#note, ...change };
    writePrivateJson(this.#path, this.#note);
  }

  /** Removes the file: nothing runs. */
  remove(): void {
    rmSync(this.#path, { force: true });
  }
}
