import { Gauge, type Registry } from 'prom-client';
import type { JobHealth } from '../postgres/statements/job-health.ts';
import { readTogether } from './read-together.ts';

/**
 * Gauges of the worker's jobs, from what is kept in the database: a worker has no port of its own to be asked at. Where the
 * database does not answer they are absent, and so is the success of a job that never had one.
 */
export function watchJobs(registry: Registry, readJobs: () => Promise<readonly JobHealth[]>): void {
  const fill = async (): Promise<void> => {
    const jobs = await readJobs().catch(() => []);
    succeeded.reset();
    waiting.reset();
    for (const { job, succeededAt, backlog } of jobs) {
      if (succeededAt !== null) succeeded.set({ job }, succeededAt);
      if (backlog !== null) waiting.set({ job }, backlog);
    }
  };
  const collect = readTogether(fill);
  const labelNames = ['job'] as const;
  const registers = [registry];
  const succeeded = new Gauge({
    name: 'latchkey_job_last_success_timestamp_seconds',
    help: 'When each job of the worker last did a whole round, in seconds since 1970.',
    labelNames,
    registers,
    collect,
  });
  const waiting = new Gauge({
    name: 'latchkey_job_backlog',
    help: 'What waits for each job now: records, calls or items; of the reaper, what its last sweep could not do.',
    labelNames,
    registers,
    collect,
  });
}
