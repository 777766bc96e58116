import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { isAlive } from './process.ts';
import { planSandbox } from './sandbox.ts';

const root = resolve(import.meta.dirname, '../../..');
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-supervised-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/_counts`).then(
    ({ ok }) => ok,
    () => false,
  );

// The time-outs are for two starts each, which take seconds on a busy machine, beside other test files.
test('a sandbox that is killed comes back on its port, and a stopped one does not', async () => {
  const pids: (number | null)[] = [];
  const place = { root, dataDir, port: await freePort() };
  const { url, process: sandbox } = await planSandbox(place, (pid) => pids.push(pid));
  await sandbox.start();
  expect(await answers(url)).toBe(true);
  process.kill(pids[0] as number, 'SIGKILL');
  await expect.poll(() => pids.length, { timeout: 20_000 }).toBe(2);
  await expect.poll(() => answers(url), { timeout: 20_000 }).toBe(true);
  await sandbox.stop();
  expect(await answers(url)).toBe(false);
  expect(pids).toHaveLength(2);
}, 120_000);

test('where another program has the port, it listens on a free one', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { url, process: sandbox } = await planSandbox({ root, dataDir, port }, () => {});
  await sandbox.start();
  expect(url).not.toContain(`:${port}`);
  expect(await answers(url)).toBe(true);
  await sandbox.stop();
  other.close();
}, 120_000);

test('it ends with its launcher, even one that is killed', async () => {
  const port = await freePort();
  const code = `
    import { planSandbox } from ${JSON.stringify(resolve(import.meta.dirname, 'sandbox.ts'))};
    const place = ${JSON.stringify({ root, dataDir, port })};
    let sandboxPid = 0;
    const sandbox = await planSandbox(place, (pid) => { sandboxPid = pid; });
    await sandbox.process.start();
    process.send(sandboxPid);
  `;
  const launcher = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [pid] = (await once(launcher, 'message')) as [number];
  expect(await answers(`http://127.0.0.1:${port}`)).toBe(true);
  launcher.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
}, 120_000);
