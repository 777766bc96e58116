import { RunTooLong } from './work-failure.ts';

/** Waits for the work, at most `runMs`. The work itself cannot be stopped: the caller seals its transaction. */
export const withDeadline = <T>(work: Promise<T>, runMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new RunTooLong(runMs)), runMs);
    // Whatever an author's types let through: what is no promise, or throws when it is asked, still ends the wait.
    Promise.resolve(work).then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
