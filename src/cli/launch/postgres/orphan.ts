import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, waitForExit } from '../process.ts';
import { StartError } from '../start-error.ts';

// A fast shutdown writes one checkpoint: seconds even on a slow disk.
const FAST_SHUTDOWN_MS = 30_000;
const IMMEDIATE_SHUTDOWN_MS = 10_000;

/** Stops a server that still runs on this data because its launcher was killed. Throws StartError when it will not go. */
export async function stopOrphan(dataDirectory: string): Promise<void> {
  const pid = serverPid(dataDirectory);
  if (pid === undefined || !isServerOf(pid, dataDirectory)) return;
  // PostgreSQL's own words: SIGINT is a fast shutdown, SIGQUIT an immediate one, after which it recovers at the next start.
  for (const [signal, waitMs] of [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
  ] as const) {
    if (isAlive(pid)) process.kill(pid, signal);
    if (await waitForExit(pid, waitMs)) return;
  }
  throw new StartError(
    `A PostgreSQL of an earlier start still runs on ${dataDirectory} (process ${pid}) and does not stop. End it, then start again.`,
  );
}

/** The process that the data directory's own note names; undefined when there is none. */
function serverPid(dataDirectory: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 1 && isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Numbers of processes are used again: only one whose command line is a server on this very directory is ours to stop. */
function isServerOf(pid: number, dataDirectory: string): boolean {
  const words = commandLine(pid);
  return words.includes('postgres') && words.includes(dataDirectory);
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  } catch {
    return '';
  }
}
