import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The process that started us and the one that started that: a shell and npm, when npm runs us. */
export function ancestors(): number[] {
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  // 1 adopts orphans and never ends.
  return [parent, grandparent].filter((pid) => pid > 1);
}

function parentOf(pid: number): number {
  try {
    // "pid (name) state ppid …"; a name may hold spaces and brackets, so count from its last one (proc(5)).
    if (process.platform === 'linux') {
      return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
    }
    return Number(spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
  } catch {
    return 0;
  }
}
