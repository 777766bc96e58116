import { completeOnce } from '../engine/phased/completer.ts';
import { watchOnce } from '../engine/phased/watch.ts';
import { reapOnce } from '../engine/reaper.ts';
import { BRIEF, inBoundedTransaction } from '../postgres/bounded-transaction.ts';
import { noteRound } from '../postgres/statements/job-health.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { definitionsOf, registryOf } from '../trpc/phased-definitions.ts';
import { computeStatistics } from './compute-statistics.ts';
import { findDuplicatesOnce } from './find-duplicates-once.ts';
import type { Job } from './repeat.ts';
import { runBulkOnce } from './run-bulk.ts';

/** Ten minutes: windows are counted in hours. */
const REAPER_INTERVAL_MS = 600_000;

/** A minute: each settled call is looked up ten minutes after it was settled, and every hour from then on. */
const WATCH_INTERVAL_MS = 60_000;

/** A minute: the desk shows suspicions, and nobody is woken by one. */
const DUPLICATES_INTERVAL_MS = 60_000;

/** A quarter of a minute: what the overview shows is no older than an operator's look away. */
const STATISTICS_INTERVAL_MS = 15_000;

/** Two seconds: an operator who has started a bulk job looks at it. */
const BULK_INTERVAL_MS = 2_000;

/** Ten minutes: longer than any honest round, the reaper's over millions of records and calls of providers included. */
const ROUND_MS = 600_000;

/** What a round did: whether there is more to do at once, and how much it had to leave undone. */
type Round = { readonly hasMore: boolean; readonly left?: number };

/** What the worker does, each job beside the others. */
export function jobsOf(runtime: Runtime, completerIntervalMs: number): readonly Job[] {
  // Nothing is written in read-only mode; open work waits.
  if (runtime.engine.readOnly) return [];
  const registry = registryOf(definitionsOf(runtime));
  const { pool } = runtime.database;
  const job = (name: string, intervalMs: number, round: (signal: AbortSignal) => Promise<Round>): Job => ({
    name,
    intervalMs,
    roundMs: ROUND_MS,
    round: async (signal) => {
      const { hasMore, left = 0 } = await round(signal);
      await inBoundedTransaction(pool, BRIEF, (client) => noteRound(client, name, left)).catch((error: unknown) =>
        runtime.engine.report(`Nobody will know that the job ${name} did its round.`, error),
      );
      return hasMore;
    },
  });
  return [
    job('completer', completerIntervalMs, async () => {
      const { completed, parked, failed } = await completeOnce(runtime.engine, registry);
      return { hasMore: completed + parked > 0, left: failed };
    }),
    job('watch', WATCH_INTERVAL_MS, async () => ({ hasMore: (await watchOnce(runtime.engine, registry)).looked > 0 })),
    job('statistics', STATISTICS_INTERVAL_MS, async () => {
      const { hasMore, failures } = await computeStatistics(runtime.database);
      for (const error of failures) runtime.engine.report('A figure of the overview is not new.', error);
      return { hasMore, left: failures.length };
    }),
    job('bulk', BULK_INTERVAL_MS, async () => ({ hasMore: (await runBulkOnce(runtime.engine)).settled > 0 })),
    job('reaper', REAPER_INTERVAL_MS, async (signal) => ({
      hasMore: false,
      left: (await reapOnce(runtime.engine, signal)).failed,
    })),
    job('duplicates', DUPLICATES_INTERVAL_MS, async () => {
      const { isDone, failures } = await findDuplicatesOnce(runtime.database);
      for (const error of failures) runtime.engine.report('A record was not compared with others.', error);
      return { hasMore: !isDone, left: failures.length };
    }),
  ];
}
