import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { useDatabase } from '../../testing/database.ts';
import { isAlive } from './process.ts';
import { planWorker } from './worker.ts';

const root = resolve(import.meta.dirname, '../../..');
const database = useDatabase();
// A process is up within seconds on a busy machine; the time-outs below are for up to three of them, beside other test files.
const soon = { timeout: 20_000 };

const variables = (change: Record<string, string> = {}): Record<string, string> => ({
  DATABASE_URL: database.url,
  LATCHKEY_SECRET: 'ab'.repeat(32),
  BETTER_AUTH_SECRET: 'b'.repeat(40),
  PROVIDER_URL: 'http://127.0.0.1:9',
  ...change,
});

test('a worker that is killed is replaced, and a stopped one ends for good', async () => {
  const pids: number[] = [];
  const worker = planWorker({ root, variables: variables() }, (pid) => pids.push(pid as number));
  await worker.start();
  process.kill(pids[0] as number, 'SIGKILL');
  await expect.poll(() => pids.length, soon).toBe(2);
  await worker.stop();
  expect(pids.map(isAlive)).toEqual([false, false]);
}, 120_000);

test('a worker with another secret does not start, and says why', async () => {
  const worker = planWorker({ root, variables: variables({ LATCHKEY_SECRET: 'cd'.repeat(32) }) }, () => {});
  await expect(worker.start()).rejects.toThrow('set up with another installation secret');
}, 120_000);

test('SIGTERM ends a worker with exit code 0, and a missing variable with 1 and a sentence', async () => {
  const command = (change: Record<string, string>) =>
    spawn(process.execPath, ['--import', 'tsx', 'src/cli/worker.ts'], {
      cwd: root,
      env: { PATH: process.env.PATH, NODE_ENV: 'test', ...variables(change) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const unset = command({ LATCHKEY_SECRET: '' });
  const said = text(unset.stderr);
  // Read-only there is nothing to do, which is no reason to end.
  for (const READ_ONLY of ['0', '1']) {
    const worker = command({ READ_ONLY });
    expect(String(await once(worker.stdout, 'data'))).toContain('is at its jobs');
    worker.kill('SIGTERM');
    expect((await once(worker, 'exit'))[0]).toBe(0);
  }
  expect(unset.exitCode ?? (await once(unset, 'exit'))[0]).toBe(1);
  expect(await said).toContain('also needs LATCHKEY_SECRET');
}, 120_000);

test('it ends with its launcher, even one that is killed', async () => {
  const code = `
    import { planWorker } from ${JSON.stringify(resolve(import.meta.dirname, 'worker.ts'))};
    let workerPid = 0;
    const plan = ${JSON.stringify({ root, variables: variables() })};
    await planWorker(plan, (pid) => { workerPid = pid; }).start();
    process.send(workerPid);
  `;
  const launcher = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [pid] = (await once(launcher, 'message')) as [number];
  expect(isAlive(pid)).toBe(true);
  launcher.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), soon).toBe(false);
}, 120_000);
