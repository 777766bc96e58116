/**
 * Gives what `working` gives, or rejects at `dueAt` (milliseconds of `performance.now()`). What works on is not stopped: it ends by
 * its own bounds, and what it stores is found by the next request.
 */
export function inTime<T>(working: Promise<T>, dueAt: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const due = new Promise<never>((_resolve, reject) => {
    const overdue = () => reject(new AnswerOverdue('The answer was due while the request was still worked on.'));
    timer = setTimeout(overdue, Math.max(0, dueAt - performance.now()));
  });
  return Promise.race([working, due]).finally(() => clearTimeout(timer));
}

/** Thrown where an answer is due that what happens behind it did not give: it goes on, to an end of its own. */
class AnswerOverdue extends Error {
  /** connection_failure (PostgreSQL manual, appendix A): as of a server that is not heard, nobody can say what became of it. */
  readonly code = '08006';
}
