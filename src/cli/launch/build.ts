import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { waitForLock } from './lock.ts';
import { sourcesPrint } from './sources-print.ts';
import { StartError } from './start-error.ts';
import type { Started } from './started.ts';

/** The program of Next's command line. */
export const nextProgram = createRequire(import.meta.url).resolve('next/dist/bin/next');

/** Builds the web app when its sources changed since the last whole build; one build at a time per checkout. Throws StartError. */
export async function buildWhenSourcesChanged(root: string, started: Started): Promise<void> {
  const lock = await waitForLock(`build ${root}`, `process ${process.pid}`);
  try {
    const stamp = join(root, '.next', 'latchkey-sources');
    const print = sourcesPrint(root);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === print) return;
    // Gone first: an interrupted build must not pass for a whole one.
    rmSync(stamp, { force: true });
    console.log('Building the web app, because its sources changed (half a minute) ...');
    await build(root, started);
    writeFileSync(stamp, print);
  } finally {
    lock.release();
  }
}

async function build(root: string, started: Started): Promise<void> {
  const child = spawn(process.execPath, [nextProgram, 'build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  started.add(() => void child.kill('SIGTERM'));
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
  const [code] = await once(child, 'close');
  if (code === 0 || started.stopping) return;
  throw new StartError(
    `The web app could not be built. Mend what this names, then start again:\n${output.join('').trim()}`,
  );
}
