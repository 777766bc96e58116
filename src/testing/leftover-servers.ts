import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'latchkey-test-pg-';

/** Name prefix of the data directory of a test server that process `pid` owns. */
export const serverDirectoryPrefix = (pid: number): string => `${PREFIX}${pid}-`;

/**
 * Removes the data of test servers whose owner was killed. A server that still runs on such data ends itself within a
 * minute, because PostgreSQL shuts down when its `postmaster.pid` is gone; so no process is ever killed here by guess.
 */
export const sweepLeftoverServers = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (Number.isNaN(owner) || isAlive(owner)) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 5 });
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};
