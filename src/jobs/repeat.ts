import { setTimeout as delay } from 'node:timers/promises';

/** A job of the worker: one round at a time, until the signal says stop. */
export type Job = {
  readonly name: string;
  readonly intervalMs: number;
  /** Does one round. @returns true when there is more to do at once. */
  round(): Promise<boolean>;
};

/** Repeats a job until `signal` is aborted; the round at work then is waited for. A round that fails is reported and tried again. */
export async function repeat(
  job: Job,
  signal: AbortSignal,
  report: (message: string, error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    const hasMore = await job.round().catch((error: unknown) => {
      report(`The job ${job.name} failed and is tried again.`, error);
      return false;
    });
    if (hasMore) continue;
    await delay(job.intervalMs, undefined, { signal }).catch(() => {});
  }
}
