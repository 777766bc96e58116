import { spawnSync } from 'node:child_process';

/** Runs a program to its end; a failure becomes a BootstrapError with `whenItFails` and the program's own last words. */
export function run(program, args, { whenItFails, ...options }) {
  const result = spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options });
  if (result.status === 0) return;
  const said =
    result.error?.message ?? `${result.stdout ?? ''}${result.stderr ?? ''}`.trim().split('\n').slice(-12).join('\n');
  throw Object.assign(new Error(`${whenItFails}\n${said}`), { name: 'BootstrapError' });
}
