import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, fetchProcedure } from '../testing/call-procedure.ts';
import { violatedInvariants } from '../testing/invariants.ts';
import { type PgProxy, startPgProxy } from '../testing/pg-proxy/proxy.ts';
import { type Boundary, boundariesOf, holdAt } from '../testing/placement-boundaries.ts';
import { type TestAccount, useShop } from '../testing/shop.ts';
import { startWeb, type WebProcess } from '../testing/web-process.ts';

const shop = useShop();
let proxy: PgProxy;
let web: WebProcess;

beforeAll(async () => {
  proxy = await startPgProxy(shop.url);
  web = await startWeb({ databaseUrl: proxy.url });
});
afterAll(async () => {
  await web?.kill();
  proxy?.close();
});

type Intent = { readonly account: TestAccount; readonly sku: string; readonly key: string };

const newIntent = async (): Promise<Intent> => {
  const account = await shop.addAccount();
  return { account, sku: await shop.addProduct(10), key: randomUUID() };
};

const place = ({ account, sku, key }: Intent): Promise<Answer> =>
  fetchProcedure(web.baseUrl, 'orders.place', { sku, quantity: 2 }, { key, apiKey: account.apiKey });

/** No session of the killed process is left: the server has noticed that its client is gone. */
const serverNoticed = async (): Promise<void> => {
  const busy = () =>
    shop.observer.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND starts_with(application_name, 'latchkey')
       AND state <> 'idle'`,
    );
  while ((await busy()).rowCount !== 0);
};

const killAt = async (boundary: Boundary): Promise<void> => {
  const intent = await newIntent();
  const held = holdAt(proxy, boundary);
  const lost = expect(place(intent)).rejects.toThrow();
  await held.reached;
  // Never released: the proxy may hear of the client's end later than we do, and would send what it holds, COMMIT with it.
  await web.kill();
  await lost;
  await serverNoticed();

  web = await startWeb({ databaseUrl: proxy.url, port: web.port });
  const retry = await place(intent);
  expect(retry.status).toBe(200);
  if (boundary.committed !== 'perhaps') expect(retry.replayed).toBe(boundary.committed === 'yes');
  const again = await place(intent);
  expect(again).toMatchObject({ status: 200, replayed: true, text: retry.text });
  expect(await shop.ordersOf(intent.account)).toEqual([(retry.data as { orderId: string }).orderId]);
  expect(await shop.stockOf(intent.sku)).toBe(8);
  expect(await shop.recordOf(intent.account, intent.key)).toMatchObject({ state: 'COMPLETED', outcome: 'success' });
  expect(await violatedInvariants(shop.url, { stock: { [intent.sku]: 10 } })).toEqual([]);
};

test('a web process killed at any statement boundary of a placement leaves one order after restart and retry', async () => {
  // The first one prepares the statements of its connection; from the second on all placements are alike.
  await place(await newIntent());
  proxy.forget();
  expect((await place(await newIntent())).status).toBe(200);
  const boundaries = boundariesOf(proxy.statements());
  expect(boundaries.length).toBeGreaterThanOrEqual(12);
  for (const boundary of boundaries) {
    await killAt(boundary).catch((cause: unknown) => {
      throw new Error(`Killed at the boundary ${boundary.name}: ${String(cause)}`, { cause });
    });
  }
});
