import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { FaultOrder } from '../sandbox/fault-desk.ts';
import { freePort } from './free-port.ts';

const ROOT = resolve(import.meta.dirname, '../..');
// A TypeScript process on a busy two-core machine is up within seconds; a minute is a hang.
const START_LIMIT_MS = 60_000;

const listeningSchema = z.object({ type: z.literal('listening'), url: z.string() });
const faultSchema = z.object({ id: z.string(), hits: z.number(), held: z.number() });
const keyCount = z.record(z.string(), z.object({ calls: z.number(), effects: z.number() }));
const countsSchema = z.object({
  charges: keyCount,
  escrows: keyCount,
  chargeLookups: z.number(),
  escrowLookups: z.number(),
});
const chargesSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      amount: z.number(),
      currency: z.string(),
      metadata: z.record(z.string(), z.string()),
    }),
  ),
});
const transactionsSchema = z.object({
  transactions: z.array(z.object({ hash: z.string(), payload: z.record(z.string(), z.unknown()) })),
});

/** An ordered fault. */
export type OrderedFault = {
  /** Waits until a request is hit by it. */
  hit(): Promise<void>;
  /** Waits until it holds a request. */
  held(): Promise<void>;
  /** Lets the held requests go on, or cuts their connections. */
  release(options?: { drop: boolean }): Promise<void>;
  /** Takes it back; what it held goes on. */
  remove(): Promise<void>;
};

/** A sandbox of the providers in a process of its own. */
export type TestSandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Starts the real sandbox on a free port, with the data of an earlier one where a directory is given. */
export const startSandbox = async (options: { dataDir?: string; port?: number } = {}) => {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'latchkey-sandbox-')));
  const port = options.port ?? (await freePort());
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/provider.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_ENV: 'test', PROVIDER_PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'exit');
  const message = await Promise.race([
    once(child, 'message', { signal: AbortSignal.timeout(START_LIMIT_MS) }),
    ended.then(() => Promise.reject(new Error(`The sandbox ended at its start:\n${output}`))),
  ]);
  const { url } = listeningSchema.parse(message[0]);

  const ask = async (path: string, init?: RequestInit): Promise<unknown> => {
    const answer = await fetch(new URL(path, url), init);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended;
  };

  return {
    url,
    port,
    dataDir,
    pid: child.pid,
    output: () => output,
    /** Orders a fault. */
    fault: async (order: FaultOrder): Promise<OrderedFault> => {
      const { id } = faultSchema.parse(await ask('/_faults', { method: 'POST', body: JSON.stringify(order) }));
      const until = async (what: 'hit' | 'held'): Promise<void> => {
        const now = faultSchema.parse(await ask(`/_faults/${id}?until=${what}`));
        if (what === 'hit' ? now.hits === 0 : now.held === 0) throw new Error(`The fault was not ${what} in time.`);
      };
      return {
        hit: () => until('hit'),
        held: () => until('held'),
        release: async (how = { drop: false }) => {
          await ask(`/_faults/${id}/release`, { method: 'POST', body: JSON.stringify(how) });
        },
        remove: async () => {
          await ask(`/_faults/${id}`, { method: 'DELETE' });
        },
      };
    },
    /** What was really charged, of one order where it is given. */
    charges: async (orderId?: string) => {
      const { data } = chargesSchema.parse(await ask('/v1/charges'));
      return data.filter(({ metadata }) => orderId === undefined || metadata.order_id === orderId);
    },
    /** What the ledger really submitted, of one escrow where it is given. */
    transactions: async (escrowId?: string) => {
      const { transactions } = transactionsSchema.parse(await ask('/ledger/transactions'));
      return transactions.filter(({ payload }) => escrowId === undefined || payload.escrowId === escrowId);
    },
    /** How often each downstream key (or hash) was called, and with how many effects, since the sandbox started. */
    counts: async () => countsSchema.parse(await ask('/_counts')),
    /** Ends it; its data stays. */
    stop: () => kill('SIGTERM'),
    /** Ends it like a crash; its data stays. */
    kill: () => kill('SIGKILL'),
    /** Ends it and removes its data. */
    dispose: async () => {
      if (child.exitCode === null && child.signalCode === null) await kill('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
