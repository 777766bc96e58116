import { expect } from 'vitest';
import { type Answer, fetchProcedure } from './call-procedure.ts';
import type { PaymentBoundary } from './payment-boundaries.ts';
import type { Intent, PaymentShop } from './payments.ts';
import type { PgProxy } from './pg-proxy/proxy.ts';

/** Who goes on with a payment whose process was killed. */
export type Recovery = 'client' | 'completer';

/** What one cell of the crash matrix showed. */
export type CellResult = { readonly attempts: number; readonly calls: number; readonly text: string };

/** A process that will be killed, and the proxy that it alone uses. */
export type Victim = { readonly baseUrl: string; readonly proxy: PgProxy; kill(): Promise<void> };

/** A recovery is over in three rounds of milliseconds; a minute only ever passes when something hangs. */
const RECOVERED_WITHIN_MS = 60_000;

/** Kills the victim at the boundary of one payment, recovers, and checks that it charged once; throws where it did not. */
export const runCrashCell = async (
  shop: PaymentShop,
  victim: Victim,
  { boundary, recovery }: { boundary: PaymentBoundary; recovery: Recovery },
): Promise<CellResult> => {
  const intent = await shop.newIntent();
  const stop = await boundary.stop(shop, victim.proxy, intent);
  const lost = expect(payAt(victim.baseUrl, intent)).rejects.toThrow();
  await stop.reached;
  await victim.kill();
  await stop.releaseKilled();
  await lost;
  await serverNoticed(shop);

  expect((await shop.record(intent)) !== undefined).toBe(boundary.isClaimed);
  const recovered = recovery === 'client' ? await retry(shop, intent) : await waitForCompleter(shop, intent);
  if (!recovered && !boundary.isClaimed) {
    expect(await shop.record(intent)).toBeUndefined();
    expect(await shop.charges(intent)).toEqual([]);
  }
  const later = await shop.pay(intent, { isRetry: true });
  expect(later).toMatchObject({ status: 200, replayed: boundary.isClaimed || recovery === 'client' });
  if (recovered) expect(later.text).toBe(recovered.text);
  expect(await shop.pay(intent)).toMatchObject({ status: 200, replayed: true, text: later.text });
  return await chargedOnce(shop, intent, later);
};

const payAt = (baseUrl: string, { account, orderId, key }: Intent): Promise<Answer> =>
  fetchProcedure(baseUrl, 'orders.pay', { orderId, card: 'tok_visa' }, { key, apiKey: account.apiKey });

/** A client that resends its key until it is answered; between its attempts, the time passes that it would wait. */
const retry = (shop: PaymentShop, intent: Intent): Promise<Answer> =>
  untilRecovered(shop, intent, async () => {
    await shop.lapse(intent);
    const answer = await shop.pay(intent, { isRetry: true });
    if (answer.status === 200) return answer;
    expect(answer.error?.data.idempotency?.reason).toBe('in_flight');
    return undefined;
  });

/** Nobody retries. Null: nobody ever knew of the payment. */
const waitForCompleter = (shop: PaymentShop, intent: Intent): Promise<null> =>
  untilRecovered(shop, intent, async () => {
    const record = await shop.record(intent);
    if (!record || record.state === 'COMPLETED') return null;
    await shop.lapse(intent);
    await shop.complete();
    return undefined;
  });

/** Rounds until one has a result. A record that waits for a person is at its end, and told with its timeline. */
const untilRecovered = async <T>(
  shop: PaymentShop,
  intent: Intent,
  round: () => Promise<T | undefined>,
): Promise<T> => {
  const giveUpAt = performance.now() + RECOVERED_WITHIN_MS;
  while (performance.now() < giveUpAt) {
    const recovered = await round();
    if (recovered !== undefined) return recovered;
    if ((await shop.record(intent))?.parked_reason) break;
  }
  const timeline = (await shop.timeline(intent)).map(({ event, detail }) => `${event} (${detail?.slice(0, 120)})`);
  throw new Error(`Nobody completed the record: ${timeline.join(', ')}`);
};

const chargedOnce = async (shop: PaymentShop, intent: Intent, answer: Answer): Promise<CellResult> => {
  const charges = await shop.charges(intent);
  expect(charges).toMatchObject([{ amount: 500, status: 'succeeded' }]);
  const chargeId = charges[0]?.id;
  expect(answer.data).toMatchObject({ orderId: intent.orderId, chargeId, status: 'succeeded' });
  expect(await shop.payments(intent)).toEqual([{ status: 'succeeded', charge_id: chargeId, failure_code: null }]);
  const record = await shop.record(intent);
  expect(record).toMatchObject({ state: 'COMPLETED', outcome: 'success', parked_reason: null });
  const { charges: counted } = await shop.sandbox.counts();
  const { calls = 0, effects } = counted[shop.chargeKey(intent)] ?? {};
  expect(effects).toBe(1);
  return { attempts: Number(record?.attempt), calls, text: answer.text };
};

/** No session of the killed process is left: the server has noticed that its client is gone. */
const serverNoticed = async (shop: PaymentShop): Promise<void> => {
  const busy = () =>
    shop.observer.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND starts_with(application_name, 'latchkey')
       AND state <> 'idle'`,
    );
  while ((await busy()).rowCount !== 0);
};
