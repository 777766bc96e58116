import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchProcedure } from '../testing/call-procedure.ts';
import { runCrashCell } from '../testing/crash-cell.ts';
import { type PaymentBoundary, paymentBoundaries } from '../testing/payment-boundaries.ts';
import { usePayments } from '../testing/payments.ts';
import { type PgProxy, startPgProxy } from '../testing/pg-proxy/proxy.ts';
import { startWeb, WEB_SECRET, type WebProcess } from '../testing/web-process.ts';

const shop = usePayments({ secret: WEB_SECRET });
let proxy: PgProxy;
let web: WebProcess;

beforeAll(async () => {
  proxy = await startPgProxy(shop.url);
  web = await startWeb({ databaseUrl: proxy.url, providerUrl: shop.sandbox.url });
});
afterAll(async () => {
  await web?.kill();
  proxy?.close();
});

/** One boundary of each part of a payment: the crash matrix has them all, on a process without pages. */
const sampled = (boundaries: readonly PaymentBoundary[]): PaymentBoundary[] => [
  ...boundaries.filter(({ place }) => /^after "(COMMIT|claim)/.test(place)),
  ...boundaries.filter(({ place }) => place.startsWith('charged')),
];

test('the real web process killed between any two parts of a payment leaves one charge, whoever goes on', async () => {
  const { account, orderId, key } = await shop.newIntent();
  const pay = { key, apiKey: account.apiKey };
  expect((await fetchProcedure(web.baseUrl, 'orders.pay', { orderId, card: 'tok_visa' }, pay)).status).toBe(200);
  const boundaries = sampled(paymentBoundaries(proxy.statements()));
  expect(boundaries).toHaveLength(6);
  for (const [index, boundary] of boundaries.entries()) {
    const victim = { baseUrl: web.baseUrl, proxy, kill: web.kill };
    const recovery = index % 2 === 0 ? 'completer' : 'client';
    await runCrashCell(shop, victim, { boundary, recovery }).catch((cause: unknown) => {
      throw new Error(`${boundary.phase}, ${boundary.place}, ${recovery}: ${String(cause)}`, { cause });
    });
    web = await startWeb({ databaseUrl: proxy.url, providerUrl: shop.sandbox.url, port: web.port });
  }
});
