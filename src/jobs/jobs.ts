import { completeOnce } from '../engine/phased/completer.ts';
import { watchOnce } from '../engine/phased/watch.ts';
import { reapOnce } from '../engine/reaper.ts';
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

/** What the worker does, each job beside the others. */
export function jobsOf(runtime: Runtime, completerIntervalMs: number): readonly Job[] {
  // Nothing is written in read-only mode; open work waits.
  if (runtime.engine.readOnly) return [];
  const registry = registryOf(definitionsOf(runtime));
  return [
    {
      name: 'completer',
      intervalMs: completerIntervalMs,
      round: async () => {
        const { completed, parked } = await completeOnce(runtime.engine, registry);
        return completed + parked > 0;
      },
    },
    {
      name: 'watch',
      intervalMs: WATCH_INTERVAL_MS,
      round: async () => (await watchOnce(runtime.engine, registry)).looked > 0,
    },
    {
      name: 'statistics',
      intervalMs: STATISTICS_INTERVAL_MS,
      round: async () => {
        const { hasMore, failures } = await computeStatistics(runtime.database);
        for (const error of failures) runtime.engine.report('A figure of the overview is not new.', error);
        return hasMore;
      },
    },
    {
      name: 'bulk',
      intervalMs: BULK_INTERVAL_MS,
      round: async () => (await runBulkOnce(runtime.engine)).settled > 0,
    },
    {
      name: 'reaper',
      intervalMs: REAPER_INTERVAL_MS,
      round: async () => {
        await reapOnce(runtime.engine);
        return false;
      },
    },
    {
      name: 'duplicates',
      intervalMs: DUPLICATES_INTERVAL_MS,
      round: async () => !(await findDuplicatesOnce(runtime.database)).isDone,
    },
  ];
}
