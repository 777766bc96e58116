import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';

/** Writes a JSON file that only its owner may read (0600), whole or not at all. */
export function writePrivateJson(path: string, value: unknown): void {
  const next = `${path}.${process.pid}.tmp`;
  const file = openSync(next, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify(value, null, 2)}\n`);
    // On the disk before it takes the name: after a power cut there is the old file or the new one.
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(next, path);
}

/** Reads a JSON file; undefined when there is none. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
