import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { EngineEvent } from '../engine/engine.ts';
import type { RunResult } from '../engine/run.ts';
import type { OpenCount } from '../postgres/statements/count-open.ts';
import type { JobHealth } from '../postgres/statements/job-health.ts';
import { procedureLabel } from './procedure-label.ts';
import { watchJobs } from './watch-jobs.ts';
import { watchOpenRecords } from './watch-open-records.ts';

/** How a keyed request ended, for its histogram. `failed`: a fault, nothing was answered for good. */
type End = 'answered' | 'replayed' | 'refused' | 'failed';

/** A request that waits for locks or a lease takes seconds, one that calls a provider up to half a minute. */
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * What /api/metrics tells: of this process, what happened to its keyed requests; of the database, which records are open,
 * whoever works on them. Labels are closed words and procedures, so that no key and no account can get in.
 */
export function createMetrics(
  countOpen: () => Promise<readonly OpenCount[]>,
  readJobs: () => Promise<readonly JobHealth[]>,
) {
  const registry = new Registry();
  const registers = [registry];
  const events = new Counter({
    name: 'latchkey_keyed_requests_total',
    help: 'What happened to keyed requests: claims, replays, conflicts and every other event of the engine.',
    labelNames: ['event', 'procedure'] as const,
    registers,
  });
  // As many as there are series; looking one up by its labels costs more than counting.
  const children = new Map<string, ReturnType<typeof events.labels>>();
  const inFlight = new Gauge({
    name: 'latchkey_keyed_requests_in_flight',
    help: 'Keyed requests that this process is at now.',
    labelNames: ['procedure'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: 'latchkey_keyed_request_seconds',
    help: 'How long keyed requests took, waits for locks, owners and providers included.',
    labelNames: ['procedure', 'end'] as const,
    buckets: BUCKETS_SECONDS,
    registers,
  });
  watchOpenRecords(registry, countOpen);
  watchJobs(registry, readJobs);

  return {
    observe: (event: EngineEvent, path: string): void => {
      const procedure = procedureLabel(path);
      const name = `${event} ${procedure}`;
      let child = children.get(name);
      if (child === undefined) {
        child = events.labels(event, procedure);
        children.set(name, child);
      }
      child.inc();
    },
    /** Counts a keyed request as in flight while it runs, and times it. */
    async timed(path: string, run: () => Promise<RunResult>): Promise<RunResult> {
      const procedure = procedureLabel(path);
      const stop = seconds.startTimer({ procedure });
      let end: End = 'failed';
      inFlight.inc({ procedure });
      try {
        const result = await run();
        end = result.kind === 'refused' ? 'refused' : result.replayed ? 'replayed' : 'answered';
        return result;
      } finally {
        inFlight.dec({ procedure });
        stop({ end });
      }
    },
    text: (): Promise<string> => registry.metrics(),
    contentType: registry.contentType,
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
