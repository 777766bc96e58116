import { writeFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { startAppProcess } from '../../testing/app-process.ts';
import { fetchProcedure } from '../../testing/call-procedure.ts';
import { type CellResult, type Recovery, runCrashCell, type Victim } from '../../testing/crash-cell.ts';
import { crashTable } from '../../testing/crash-table.ts';
import { type PaymentBoundary, paymentBoundaries } from '../../testing/payment-boundaries.ts';
import { usePayments } from '../../testing/payments.ts';
import { startPgProxy } from '../../testing/pg-proxy/proxy.ts';

const shop = usePayments();
/** Started ahead, so that a cell seldom waits for its process. */
const spares: Promise<Victim>[] = [];
const started: Victim[] = [];
const isWhole = process.env.LATCHKEY_PROOF !== undefined;

const startVictim = async (): Promise<Victim> => {
  const proxy = await startPgProxy(shop.url);
  const app = await startAppProcess({ role: 'web', databaseUrl: proxy.url, providerUrl: shop.sandbox.url });
  const victim = { baseUrl: app.url, proxy, kill: app.kill };
  started.push(victim);
  return victim;
};

const nextVictim = (): Promise<Victim> => {
  // One for now and one for each of two cores.
  while (spares.length < 3) {
    const spare = startVictim();
    // Whoever takes it hears of a failed start.
    spare.catch(() => {});
    spares.push(spare);
  }
  return spares.shift() as Promise<Victim>;
};

afterAll(async () => {
  await Promise.allSettled(spares);
  for (const { kill, proxy } of started) {
    await kill();
    proxy.close();
  }
});

/** The boundaries of a payment as this build makes it, from the log of one. */
const enumerate = async (): Promise<PaymentBoundary[]> => {
  const { baseUrl, proxy, kill } = await nextVictim();
  const { account, orderId, key } = await shop.newIntent();
  const input = { orderId, card: 'tok_visa' };
  expect((await fetchProcedure(baseUrl, 'orders.pay', input, { key, apiKey: account.apiKey })).status).toBe(200);
  await kill();
  return paymentBoundaries(proxy.statements());
};

/** What happens at the provider, and of each phase its first and its last boundary; `npm run proof` takes all, twice. */
const sampleOf = (boundaries: readonly PaymentBoundary[]): PaymentBoundary[] =>
  boundaries.filter(
    ({ phase }, index) =>
      phase === 'provider' || phase !== boundaries[index - 1]?.phase || phase !== boundaries[index + 1]?.phase,
  );

test('a process killed at any boundary of a payment leaves one charge and one payment, whoever goes on', {
  timeout: 1_800_000,
}, async () => {
  const boundaries = await enumerate();
  expect(new Set(boundaries.map(({ phase }) => phase))).toEqual(
    new Set(['claim', 'take the right', 'intent', 'provider', 'reference', 'finish']),
  );
  const cells: { boundary: PaymentBoundary; results: Partial<Record<Recovery, CellResult>> }[] = [];
  for (const [index, boundary] of (isWhole ? boundaries : sampleOf(boundaries)).entries()) {
    const sampled: readonly Recovery[] = [index % 2 === 0 ? 'client' : 'completer'];
    const results: Partial<Record<Recovery, CellResult>> = {};
    for (const recovery of isWhole ? (['client', 'completer'] as const) : sampled) {
      const victim = await nextVictim();
      results[recovery] = await runCrashCell(shop, victim, { boundary, recovery }).catch((cause: unknown) => {
        throw new Error(`${boundary.phase}, ${boundary.place}, ${recovery}: ${String(cause)}`, { cause });
      });
      victim.proxy.close();
    }
    cells.push({ boundary, results });
  }
  if (isWhole) await writeFile('docs/crash-matrix.md', crashTable(cells));
});
