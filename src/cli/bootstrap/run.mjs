import { spawnSync } from 'node:child_process';

/** Runs a program to its end; a failure becomes a BootstrapError with `whenItFails` and what the program said. */
export function run(program, args, { whenItFails, ...options }) {
  const result = spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options });
  if (result.status === 0) return;
  const said = result.error?.message ?? excerpt(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  throw Object.assign(new Error(`${whenItFails}\n${said}`), { name: 'BootstrapError' });
}

/** The reason stands at the top (npm adds its manual below) or at the bottom (a stack above it). */
function excerpt(output) {
  const lines = output.trim().split('\n');
  return lines.length <= 16 ? lines.join('\n') : [...lines.slice(0, 10), '...', ...lines.slice(-5)].join('\n');
}
