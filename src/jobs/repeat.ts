import { setTimeout as delay } from 'node:timers/promises';

/** A job of the worker: one round at a time, until the signal says stop. */
export type Job = {
  readonly name: string;
  readonly intervalMs: number;
  /** When a round is given up. It may be at work still when the next begins, as another worker's may. */
  readonly roundMs: number;
  /** Does one round; `signal` says that it was given up. @returns true when there is more to do at once. */
  round(signal: AbortSignal): Promise<boolean>;
};

/**
 * Repeats a job until `signal` is aborted; the round at work then is waited for, but no longer than a round may take. A round
 * that fails or hangs is reported, and the next begins in its time.
 */
export async function repeat(
  job: Job,
  signal: AbortSignal,
  report: (message: string, error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    const hasMore = await roundOf(job).catch((error: unknown) => {
      report(`The job ${job.name} failed and is tried again.`, error);
      return false;
    });
    if (hasMore) continue;
    await delay(job.intervalMs, undefined, { signal }).catch(() => {});
  }
}

async function roundOf({ roundMs, round }: Job): Promise<boolean> {
  const givenUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`The round took longer than ${roundMs} ms and was given up.`);
      givenUp.abort(error);
      reject(error);
    }, roundMs);
  });
  try {
    return await Promise.race([round(givenUp.signal), over]);
  } finally {
    clearTimeout(timer);
  }
}
