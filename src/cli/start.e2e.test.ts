import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { superjson } from '../idempotency/wire.ts';
import { fetchProcedure, headersOf } from '../testing/call-procedure.ts';
import { freePort } from '../testing/free-port.ts';
import { type RunningApp, startApp } from '../testing/running-app.ts';
import { isAlive, waitForExit } from './launch/process.ts';

// A start, a restart or a stop takes seconds on a busy machine; a minute and a half is a hang.
const soon = { timeout: 90_000, interval: 100 };
const PLACEMENT = { sku: 'tea-01', quantity: 1 };
const dataDirs: string[] = [];
let dataDir: string;

beforeAll(async () => {
  dataDir = await newDataDir();
});

afterAll(async () => {
  for (const path of dataDirs) await rm(path, { recursive: true, force: true });
});

describe('one installation, started and ended in every way', () => {
  let app: RunningApp;
  let account: string;
  const key = randomUUID();
  let order: string;

  test('the first start serves, seeds, and tells how to sign in', async () => {
    app = await startApp({ dataDir });
    const { operators, accounts } = await app.credentials();
    expect(operators.map(({ role }) => role).sort()).toEqual(['admin', 'approver', 'resolver', 'viewer']);
    expect(accounts.map(({ name }) => name)).toEqual(['acme', 'globex']);
    await vi.waitFor(() => expect(app.output()).toContain(accounts[0]?.password), soon);
    for (const file of ['credentials.json', 'secrets.json', 'runtime.json']) {
      expect((await stat(join(dataDir, file))).mode & 0o777).toBe(0o600);
    }
    account = await accountId(app);
  });

  test('the printed sign-in opens the desk', async () => {
    const admin = (await app.credentials()).operators.find(({ role }) => role === 'admin');
    const answer = await fetch(`${app.baseUrl}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: app.baseUrl },
      body: JSON.stringify({ email: admin?.email, password: admin?.password }),
    });
    expect(answer.status).toBe(200);
  });

  test('a second start on the same data ends in a sentence and leaves the first alone', async () => {
    const second = await startAndFail({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    expect(second).toContain(`Latchkey already runs on ${dataDir} (process ${app.launcher.pid}`);
    expect((await fetch(`${app.baseUrl}/api/health`)).status).toBe(200);
  });

  test('a web process that got SIGKILL is replaced', async () => {
    const { webPid } = await app.runtime();
    process.kill(there(webPid), 'SIGKILL');
    await vi.waitFor(async () => expect((await app.runtime()).webPid).not.toBe(webPid), soon);
    await untilHealthy(app);
  });

  test('a worker that got SIGKILL is replaced', async () => {
    const { workerPid } = await app.runtime();
    process.kill(there(workerPid), 'SIGKILL');
    await vi.waitFor(async () => expect((await app.runtime()).workerPid).not.toBe(workerPid), soon);
  });

  test('a PostgreSQL that got SIGKILL is replaced, with its data', async () => {
    const { postgresPid } = await app.runtime();
    process.kill(there(postgresPid), 'SIGKILL');
    await vi.waitFor(async () => expect((await app.runtime()).postgresPid).not.toBe(postgresPid), soon);
    await untilHealthy(app);
    await vi.waitFor(async () => expect(await accountId(app)).toBe(account), soon);
  });

  test('SIGTERM finishes the request in flight, then ends everything with exit code 0', async () => {
    const { webPid, workerPid, providerPid, postgresPid } = await app.runtime();
    const inFlight = await halfAPlacement(app, key);
    const ended = once(app.launcher, 'exit');
    app.launcher.kill('SIGTERM');
    await vi.waitFor(() => expect(connectTo(app)).rejects.toThrow('ECONNREFUSED'), soon);
    order = await inFlight.finish();
    expect(order).toContain('"orderId":"ord_');
    expect((await ended)[0]).toBe(0);
    const pids = [webPid, workerPid, providerPid, postgresPid];
    expect(pids.map((pid) => isAlive(there(pid)))).toEqual([false, false, false, false]);
    await expect(app.runtime()).rejects.toThrow('ENOENT');
  });

  test('the next start keeps the data, and replays what was answered while the last one stopped', async () => {
    app = await startApp({ dataDir });
    expect(await accountId(app)).toBe(account);
    const again = await fetchProcedure(app.baseUrl, 'orders.place', PLACEMENT, { key, apiKey: await apiKey(app) });
    expect(again).toMatchObject({ status: 200, replayed: true, text: order });
  });

  test('a launcher that got SIGKILL takes web, worker, sandbox and database with it', async () => {
    const { webPid, workerPid, providerPid, postgresPid } = await app.runtime();
    app.launcher.kill('SIGKILL');
    for (const pid of [webPid, workerPid, providerPid, postgresPid])
      expect(await waitForExit(there(pid), soon.timeout)).toBe(true);
  });

  test('a PostgreSQL orphaned by SIGKILL of launcher and guardian does not block the next start', async () => {
    app = await startApp({ dataDir });
    const { webPid, postgresPid } = await app.runtime();
    process.kill(await parentOf(there(postgresPid)), 'SIGKILL');
    app.launcher.kill('SIGKILL');
    await waitForExit(there(webPid), soon.timeout);
    app = await startApp({ dataDir });
    expect(isAlive(there(postgresPid)) && (await app.runtime()).postgresPid !== postgresPid).toBe(false);
    expect(await accountId(app)).toBe(account);
    await app.stop();
  });

  test('another secret ends in a sentence, with nothing left running', async () => {
    const said = await startAndFail({
      DATA_DIR: dataDir,
      LATCHKEY_SECRET: 'ab'.repeat(32),
      PORT: String(await freePort()),
    });
    expect(said).toContain('set up with another installation secret');
    expect(said).toContain('LATCHKEY_SECRET');
  });
});

describe('what stops a start says what to do', () => {
  test('a taken port', async () => {
    const other = createServer().listen(0);
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    expect(await startAndFail({ DATA_DIR: await newDataDir(), PORT: String(port) })).toContain(`PORT ${port} is taken`);
    other.close();
  });

  test.each([
    ['nothing listens there', 'postgresql://u:hunter2@127.0.0.1:1/x', 'nothing answers there'],
    ['no such host', 'postgresql://u:hunter2@nowhere.invalid/x', 'host name is not known'],
  ])('a DATABASE_URL where %s', async (_, DATABASE_URL, part) => {
    const said = await startAndFail({ DATA_DIR: await newDataDir(), PORT: String(await freePort()), DATABASE_URL });
    expect(said).toContain(part);
    expect(said).not.toContain('hunter2');
  });

  test('a DATA_DIR that is a file, and one where nothing can be written', async () => {
    const PORT = String(await freePort());
    expect(await startAndFail({ PORT, DATA_DIR: join(import.meta.dirname, 'start.ts') })).toContain('is a file');
    expect(await startAndFail({ PORT, DATA_DIR: '/proc/nowhere' })).toContain('cannot be written');
  });

  test('an invalid variable, and a command that does not exist', async () => {
    expect(await startAndFail({ LEASE_MS: 'soon' })).toContain('LEASE_MS is "soon"; expected a whole number');
    expect(await startAndFail({}, 'strat')).toContain('There is no command "strat"');
  });
});

async function newDataDir(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'latchkey-start-'));
  dataDirs.push(path);
  return path;
}

/** Runs a start that must fail with exit code 1, and gives what it said. */
async function startAndFail(variables: Record<string, string>, command = 'start'): Promise<string> {
  const { NODE_ENV: _, ...inherited } = process.env;
  const child: ChildProcess = spawn(process.execPath, ['src/cli/bootstrap.mjs', command], {
    env: { ...inherited, ...variables } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = child.stderr ? text(child.stderr) : '';
  expect((await once(child, 'exit'))[0]).toBe(1);
  expect(await said).not.toMatch(/^\s+at /m);
  return await said;
}

async function untilHealthy(app: RunningApp): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(`${app.baseUrl}/api/health`)).status).toBe(200), soon);
}

async function accountId(app: RunningApp): Promise<string> {
  const client = new pg.Client({ connectionString: (await app.runtime()).databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(`SELECT id FROM account WHERE name = 'acme'`);
    return rows[0]?.id ?? '';
  } finally {
    await client.end();
  }
}

/** A keyed placement whose body is only half sent; the server's "100 Continue" says that it has begun with it. */
async function halfAPlacement(app: RunningApp, key: string): Promise<{ finish(): Promise<string> }> {
  const body = superjson.stringify(PLACEMENT);
  const open = request(`${app.baseUrl}/api/trpc/orders.place`, {
    method: 'POST',
    headers: {
      ...headersOf({ key, apiKey: await apiKey(app) }),
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  open.flushHeaders();
  await once(open, 'continue');
  open.write(body.slice(0, 10));
  return {
    finish: async () => {
      const answered = once(open, 'response');
      open.end(body.slice(10));
      const [response] = await answered;
      return await text(response);
    },
  };
}

async function apiKey(app: RunningApp): Promise<string> {
  return (await app.credentials()).accounts[0]?.apiKey ?? '';
}

async function connectTo(app: RunningApp): Promise<void> {
  const socket = connect(Number(new URL(app.baseUrl).port), '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}

/** To end process 0 would end everything that runs this test. */
function there(pid: number | null | undefined): number {
  if (!pid) throw new Error(`Expected the number of a process, found ${pid}.`);
  return pid;
}

async function parentOf(pid: number): Promise<number> {
  const ps = spawn('ps', ['-o', 'ppid=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'inherit'] });
  return there(Number(await text(ps.stdout)));
}
