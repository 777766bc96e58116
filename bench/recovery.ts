import { claimRow } from '../src/engine/claim-row.ts';
import { completeOnce, type PhasedRegistry } from '../src/engine/phased/completer.ts';
import { toStored } from '../src/engine/phased/stored-value.ts';
import { repeat } from '../src/jobs/repeat.ts';
import { claimLockKey } from '../src/postgres/lock-key.ts';
import { claimPhased } from '../src/postgres/statements/claim-phased.ts';
import type { Runtime } from '../src/runtime/runtime.ts';
import { benchDefinition, phasedRequest } from './phased.ts';
import { median, quantile } from './stats.ts';

/** What it takes until somebody else ends what a dead process began. */
export type Recovery = {
  /** How often the completer looks, in milliseconds. */
  readonly intervalMs: number;
  /** From the end of the lease to the completed record, in milliseconds. */
  readonly takeoverMs: { readonly median: number; readonly p95: number };
  /** Abandoned records that one completer with much to do ends in a second. */
  readonly completedPerSecond: number;
};

/** As the worker is set when nothing else is said. */
const INTERVAL_MS = 5_000;

/** Measures both with the worker's own loop. `records` lapse one by one for the latency, ten times as many at once after. */
export async function measureRecovery(runtime: Runtime, records: number): Promise<Recovery> {
  const definition = benchDefinition(runtime);
  const registry: PhasedRegistry = new Map([[definition.procedure, definition]]);
  const takeovers = await takeoverLatencies(runtime, registry, records);
  return {
    intervalMs: INTERVAL_MS,
    takeoverMs: { median: median(takeovers), p95: quantile(takeovers, 0.95) },
    completedPerSecond: await throughput(runtime, registry, records * 10),
  };
}

/** Claims as a process does that then dies. Its lease lapses after `leaseMs`. */
async function abandon(runtime: Runtime, leaseMs: number): Promise<bigint> {
  const request = phasedRequest(runtime);
  const { engine } = runtime;
  const row = { ...claimRow(engine, request), leaseMs, leaseOwner: 'dead', input: toStored({}), inputVersion: 1 };
  const claimed = await claimPhased(engine.database.pool, claimLockKey(request.scope, request.key), row);
  if (claimed.result !== 'claimed') throw new Error(`The claim of a fresh key said ${claimed.result}.`);
  return claimed.recordId;
}

/** Leases end at random within the time of `records / 8` rounds, so that the completer is met at any point of its pause. */
async function takeoverLatencies(runtime: Runtime, registry: PhasedRegistry, records: number): Promise<number[]> {
  const spanMs = (records / 8) * INTERVAL_MS;
  const ids: string[] = [];
  for (let n = 0; n < records; n++) ids.push(String(await abandon(runtime, 500 + Math.random() * spanMs)));
  const { pool } = runtime.database;
  // The end of the lease is overwritten by whoever takes the record over.
  const { rows: lapses } = await pool.query<{ id: string; ms: number }>(
    'SELECT id::text, (extract(epoch FROM lease_expires_at) * 1000)::float8 AS ms FROM idempotency_record WHERE id = ANY($1)',
    [ids],
  );
  const lapsedAt = new Map(lapses.map(({ id, ms }) => [id, ms]));
  const over = new AbortController();
  const completing = repeat(completerOf(runtime, registry), over.signal, runtime.engine.report);
  const completedAt = await untilCompleted(runtime, ids);
  over.abort();
  await completing;
  return completedAt.map(({ id, ms }) => ms - (lapsedAt.get(id) ?? Number.NaN));
}

const completerOf = (runtime: Runtime, registry: PhasedRegistry) => ({
  name: 'completer',
  intervalMs: INTERVAL_MS,
  roundMs: 600_000,
  round: async () => (await completeOnce(runtime.engine, registry)).completed > 0,
});

async function untilCompleted(runtime: Runtime, ids: readonly string[]): Promise<{ id: string; ms: number }[]> {
  for (;;) {
    const { rows } = await runtime.database.pool.query<{ id: string; ms: number }>(
      `SELECT id::text, (extract(epoch FROM completed_at) * 1000)::float8 AS ms FROM idempotency_record
       WHERE id = ANY($1) AND state = 'COMPLETED'`,
      [ids],
    );
    if (rows.length === ids.length) return rows;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function throughput(runtime: Runtime, registry: PhasedRegistry, records: number): Promise<number> {
  for (let n = 0; n < records; n++) await abandon(runtime, 0);
  const begin = performance.now();
  for (let completed = 0; completed < records; ) completed += (await completeOnce(runtime.engine, registry)).completed;
  return (records / (performance.now() - begin)) * 1_000;
}
