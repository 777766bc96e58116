import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { FaultOrder } from '../../sandbox/fault-desk.ts';
import { fetchProcedure } from '../call-procedure.ts';
import { startSandbox, type TestSandbox } from '../sandbox.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { judge } from './judge.ts';
import { openAccount, type Shopper, shop } from './shoppers.ts';

/** How much chaos. */
export type ChaosOptions = { readonly databaseUrl: string; readonly intents: number; readonly lastsMs: number };

/** What happened, and what was wrong with it. */
export type ChaosResult = {
  readonly intents: number;
  readonly tookMs: number;
  readonly kills: { readonly web: number; readonly worker: number };
  /** Faults ordered at the sandbox beside those that the cards bring. */
  readonly faults: number;
  /** Requests sent for the payments, first ones and retries. */
  readonly sends: number;
  /** Lines of the timelines by word. */
  readonly events: Readonly<Record<string, number>>;
  readonly charges: number;
  readonly replaysEqual: number;
  readonly wrong: readonly string[];
};

/** Small, so that a minute holds many lapses: the proportions are the app's (a call's time-out is half the lease). */
const BOUNDS = { leaseMs: 2_000, callTimeoutMs: 1_000, completerIntervalMs: 200 };

/** When nothing is killed any more, every client is answered and every open record ends: by then pauses are a few seconds. */
const SETTLES_WITHIN_MS = 120_000;

/** Kills web processes and workers and lets the provider fail, while clients each retry their one key until it is answered. */
export const runChaos = async ({ databaseUrl, intents, lastsMs }: ChaosOptions): Promise<ChaosResult> => {
  const began = performance.now();
  const sandbox = await startSandbox();
  const observer = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  observer.on('error', () => {});
  const fleet = await startFleet({ databaseUrl, providerUrl: sandbox.url, ...BOUNDS });
  try {
    const account = await openAccount(observer);
    const calm = AbortSignal.timeout(lastsMs);
    const within = { spanMs: lastsMs * 0.8, signal: AbortSignal.timeout(lastsMs + SETTLES_WITHIN_MS) };
    const trouble = Promise.all([
      repeatedly(calm, 1_000, () => fleet.killOne()),
      repeatedly(calm, 1_000, () => orderFault(sandbox)),
    ]);
    const shopping = Promise.all(Array.from({ length: intents }, () => shop(fleet.urls, account, within)));
    const [[, faults], shoppers] = await Promise.all([trouble, shopping]);
    await fleet.calm();
    await untilSettled(observer);
    const replaysEqual = await countEqualReplays(fleet, shoppers, account.apiKey);
    return {
      intents,
      tookMs: Math.round(performance.now() - began),
      kills: fleet.kills,
      faults,
      sends: shoppers.reduce((sum, { paid }) => sum + paid.sends, 0),
      events: await eventsOf(observer),
      charges: (await sandbox.charges()).length,
      replaysEqual,
      wrong: await judge(observer, sandbox, { databaseUrl, shoppers }),
    };
  } finally {
    await fleet.dispose();
    await observer.end();
    await sandbox.dispose();
  }
};

/** Does it again and again after random pauses around `meanMs`, until the signal; gives how often. */
async function repeatedly(signal: AbortSignal, meanMs: number, act: () => Promise<void>): Promise<number> {
  for (let times = 0; ; times++) {
    await wait(Math.random() * 2 * meanMs);
    if (signal.aborted) return times;
    await act();
  }
}

const FAULTS: readonly FaultOrder[] = [
  { on: 'charge', do: 'drop_before' },
  { on: 'charge', do: 'drop_after' },
  { on: 'charge', do: 'error_before' },
  { on: 'charge', do: 'error_after' },
  { on: 'charge', do: 'in_use' },
  { on: 'charge_lookup', do: 'drop_before', times: 3 },
  { on: 'charge_lookup', do: 'error_before', times: 3 },
];

async function orderFault(sandbox: TestSandbox): Promise<void> {
  const fault = FAULTS[Math.floor(Math.random() * FAULTS.length)];
  if (fault) await sandbox.fault(fault);
}

async function untilSettled(observer: pg.Pool): Promise<void> {
  const giveUpAt = performance.now() + SETTLES_WITHIN_MS;
  while (performance.now() < giveUpAt) {
    const { rows } = await observer.query('SELECT FROM idempotency_record WHERE open_since IS NOT NULL LIMIT 1');
    if (rows.length === 0) return;
    await wait(100);
  }
}

/** Each key once more: the stored answer, byte for byte. */
async function countEqualReplays({ urls }: Fleet, shoppers: readonly Shopper[], apiKey: string): Promise<number> {
  let equal = 0;
  for (const { orderId, card, key, paid } of shoppers) {
    const again = await fetchProcedure(urls[0] ?? '', 'orders.pay', { orderId, card }, { key, apiKey });
    if (again.replayed && again.text === paid.answer.text) equal += 1;
  }
  return equal;
}

async function eventsOf(observer: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await observer.query<{ event: string; n: number }>(
    'SELECT event, count(*)::int AS n FROM record_event GROUP BY event ORDER BY event',
  );
  return Object.fromEntries(rows.map(({ event, n }) => [event, n]));
}
