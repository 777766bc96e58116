import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppProcess, startAppProcess } from '../testing/app-process.ts';
import { freePort } from '../testing/free-port.ts';
import { usePayments } from '../testing/payments.ts';
import { callUntilAnswered } from '../testing/persistent-client.ts';

const shop = usePayments();
const webs: AppProcess[] = [];

/** Short, so that the killed owner's record is taken over within the test. */
const BOUNDS = { leaseMs: 2_000, callTimeoutMs: 500 };

const startWeb = async (port?: number) =>
  startAppProcess({
    role: 'web',
    databaseUrl: shop.url,
    providerUrl: shop.sandbox.url,
    port: port ?? (await freePort()),
    ...BOUNDS,
  });

beforeAll(async () => {
  webs.push(...(await Promise.all([startWeb(), startWeb()])));
});
afterAll(() => Promise.all(webs.map((web) => web.kill())));

/** SIGKILL, and a new one on the same port. */
const killAndRestart = async (which: number): Promise<void> => {
  const web = webs[which];
  await web?.kill();
  webs[which] = await startWeb(web?.port);
};

type Case = { path: string; input: object; apiKey: string; on: 'charge' | 'escrow'; calls: 'charges' | 'escrows' };

/** Sends the call under 50 keys at once and kills both servers in turn while the first call is at the provider. */
const race = async ({ path, input, apiKey, on, calls }: Case) => {
  const before = Object.keys((await shop.sandbox.counts())[calls]);
  const atProvider = await shop.sandbox.fault({ on, do: 'hold_before' });
  const urls = webs.map(({ url }) => url);
  const signal = AbortSignal.timeout(120_000);
  const clients = Promise.all(
    Array.from({ length: 50 }, () => callUntilAnswered(urls, { path, input, key: randomUUID(), apiKey }, signal)),
  );
  let isOver = false;
  const completing = (async () => {
    while (!isOver) {
      await shop.complete();
      await wait(200);
    }
  })();
  await atProvider.held();
  // Whichever of them owns the call dies in it.
  await killAndRestart(0);
  await killAndRestart(1);
  await atProvider.release();
  const answers = await clients;
  isOver = true;
  await completing;
  const called = Object.entries((await shop.sandbox.counts())[calls]).filter(([key]) => !before.includes(key));
  return { answers: answers.map(({ answer }) => answer), called };
};

const refusalOf = ({ error }: { error: { message: string } | undefined }) => error?.message ?? 'none';

test('fifty keys on one order, their servers killed in turn: one charge, and no other key reaches the provider', async () => {
  const { account, orderId } = await shop.newIntent();
  const input = { orderId, card: 'tok_visa' };
  const { answers, called } = await race({
    path: 'orders.pay',
    input,
    apiKey: account.apiKey,
    on: 'charge',
    calls: 'charges',
  });
  const [charge, ...others] = await shop.sandbox.charges(orderId);
  expect(others).toEqual([]);
  expect(called).toEqual([[expect.any(String), { calls: expect.any(Number), effects: 1 }]]);
  const paid = answers.filter(({ status }) => status === 200);
  expect(paid.map(({ data }) => data)).toMatchObject([{ chargeId: charge?.id }]);
  const refused = answers.filter(({ status }) => status === 409).map(refusalOf);
  expect(refused).toHaveLength(49);
  for (const message of refused) expect(message).toMatch(/is (paid already|being paid under another key)/);
});

test('fifty keys on one escrow, their servers killed in turn: one submission, and no other key reaches the ledger', async () => {
  const account = await shop.addAccount();
  const escrowId = `esc_${randomUUID()}`;
  await shop.observer.query(
    `INSERT INTO escrow (id, account_id, amount_cents, currency, beneficiary) VALUES ($1, $2, 900, 'EUR', 'globex')`,
    [escrowId, account.accountId],
  );
  const { answers, called } = await race({
    path: 'escrow.release',
    input: { escrowId },
    apiKey: account.apiKey,
    on: 'escrow',
    calls: 'escrows',
  });
  const [transaction, ...others] = await shop.sandbox.transactions(escrowId);
  expect(others).toEqual([]);
  expect(called).toEqual([[transaction?.hash, { calls: expect.any(Number), effects: 1 }]]);
  const released = answers.filter(({ status }) => status === 200);
  expect(released.map(({ data }) => data)).toMatchObject([{ transactionHash: transaction?.hash }]);
  const refused = answers.filter(({ status }) => status === 409).map(refusalOf);
  expect(refused).toHaveLength(49);
  for (const message of refused) expect(message).toMatch(/is (released already|being released under another key)/);
});
