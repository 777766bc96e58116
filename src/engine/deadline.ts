import { RunTooLong } from './work-failure.ts';

/** Waits for the work, at most `runMs`. The work itself cannot be stopped: the caller seals its transaction. */
export async function withDeadline<T>(work: Promise<T>, runMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new RunTooLong(runMs)), runMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
