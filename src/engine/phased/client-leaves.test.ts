import { expect, test } from 'vitest';
import { superjson } from '../../idempotency/wire.ts';
import { answer, headersOf } from '../../testing/call-procedure.ts';
import { paymentBoundaries } from '../../testing/payment-boundaries.ts';
import { usePayments } from '../../testing/payments.ts';
import { startPgProxy } from '../../testing/pg-proxy/proxy.ts';

const shop = usePayments();

test('a client that leaves between any two steps stops nothing: the outcome is stored, and its retry replays it', async () => {
  const proxy = await startPgProxy(shop.url);
  const runtime = shop.openRuntime(proxy.url);
  expect((await shop.pay(await shop.newIntent(), { runtime })).status).toBe(200);
  proxy.forget();
  expect((await shop.pay(await shop.newIntent(), { runtime })).status).toBe(200);
  // Where something was just committed, or was just done outside.
  const between = paymentBoundaries(proxy.statements()).filter(
    ({ phase, place }) => /^after "(COMMIT|claim)/.test(place) || (phase === 'provider' && !place.includes('lost')),
  );
  expect(between).toHaveLength(7);
  for (const boundary of between) {
    const intent = await shop.newIntent();
    const stop = await boundary.stop(shop, proxy, intent);
    const client = new AbortController();
    const request = new Request('http://shop.test/api/trpc/orders.pay', {
      method: 'POST',
      headers: headersOf({ key: intent.key, apiKey: intent.account.apiKey }),
      body: superjson.stringify({ orderId: intent.orderId, card: 'tok_visa' }),
      signal: client.signal,
    });
    const running = answer(runtime, request);
    await stop.reached;
    client.abort();
    // Where the provider's answer is lost as well, it is looked up.
    await stop.release();
    await running;
    while ((await shop.record(intent))?.state !== 'COMPLETED');
    expect(await shop.record(intent)).toMatchObject({ outcome: 'success', attempt: 1 });
    expect(await shop.pay(intent, { isRetry: true })).toMatchObject({ status: 200, replayed: true });
    expect(await shop.charges(intent)).toHaveLength(1);
  }
  proxy.close();
});
