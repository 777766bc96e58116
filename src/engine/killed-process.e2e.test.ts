import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callProcedure } from '../testing/call-procedure.ts';
import { violatedInvariants } from '../testing/invariants.ts';
import { type PgProxy, startPgProxy } from '../testing/pg-proxy/proxy.ts';
import { type Boundary, boundariesOf, holdAt } from '../testing/placement-boundaries.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
const root = resolve(import.meta.dirname, '../..');
const children = new Set<ChildProcess>();
let proxy: PgProxy;

beforeAll(async () => {
  proxy = await startPgProxy(shop.url);
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  proxy.close();
});

/** A placement in a process of its own, through the proxy; it begins when it is told to. */
const placement = async () => {
  const account = await shop.addAccount();
  const sku = await shop.addProduct(10);
  const key = randomUUID();
  const args = ['--import', 'tsx', 'src/testing/place-once.ts', proxy.url, account.apiKey, key, sku];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  children.add(child);
  return { account, sku, key, child, exited, begin: () => child.stdin.write('go\n') };
};

type Placement = Awaited<ReturnType<typeof placement>>;

/** No session of the killed process is left: the server has noticed that its client is gone. */
const serverNoticed = async (): Promise<void> => {
  const sessions = () =>
    shop.observer.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'latchkey'
       AND state <> 'idle' AND pid <> pg_backend_pid()`,
    );
  while ((await sessions()).rowCount !== 0);
};

const killAt = async (boundary: Boundary, { account, sku, key, child, exited, begin }: Placement): Promise<void> => {
  const held = holdAt(proxy, boundary);
  begin();
  await held.reached;
  child.kill('SIGKILL');
  await exited;
  held.release();
  await serverNoticed();

  const retry = await callProcedure(
    shop.runtime,
    'orders.place',
    { sku, quantity: 2 },
    { key, apiKey: account.apiKey },
  );
  expect(retry.status).toBe(200);
  if (boundary.committed !== 'perhaps') expect(retry.replayed).toBe(boundary.committed === 'yes');
  expect(await shop.ordersOf(account)).toEqual([(retry.data as { orderId: string }).orderId]);
  expect(await shop.stockOf(sku)).toBe(8);
  expect(await shop.recordOf(account, key)).toMatchObject({ state: 'COMPLETED', outcome: 'success' });
  expect(await violatedInvariants(shop.url, { stock: { [sku]: 10 } })).toEqual([]);
};

test('a process killed at any statement boundary of a placement leaves one order after a retry elsewhere', async () => {
  const whole = await placement();
  whole.begin();
  expect(await whole.exited).toEqual([0, null]);
  const boundaries = boundariesOf(proxy.statements());
  expect(boundaries.length).toBeGreaterThanOrEqual(12);
  // Three start while one is killed: starting is nearly all that this test does.
  const ahead = [placement(), placement(), placement()];
  for (const [n, boundary] of boundaries.entries()) {
    const next = await ahead.shift();
    if (n + 3 < boundaries.length) ahead.push(placement());
    if (!next) throw new Error('Fewer processes than boundaries were started.');
    await killAt(boundary, next).catch((cause: unknown) => {
      throw new Error(`Killed at the boundary ${boundary.name}: ${String(cause)}`, { cause });
    });
  }
});
