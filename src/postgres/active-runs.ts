import { AsyncLocalStorage } from 'node:async_hooks';

/** Knows which protected run the current code is inside of. Belongs to one database: a bundler may load this module more than once. */
export type ActiveRuns = {
  /**
   * Runs `work` as the inside of a run, until its promise has settled.
   * @throws NestedRun, before anything is looked up, when this is called inside of a run that has not ended.
   */
  enter<T>(procedure: string, work: () => Promise<T>): Promise<T>;
};

/** Makes the runs of one database; none is active yet. */
export function createActiveRuns(): ActiveRuns {
  const current = new AsyncLocalStorage<{ readonly procedure: string; isOpen: boolean }>();
  return {
    enter: async (procedure, work) => {
      const outer = current.getStore();
      if (outer?.isOpen) throw new NestedRun(procedure, outer.procedure);
      const run = { procedure, isOpen: true };
      try {
        return await current.run(run, work);
      } finally {
        // What it left behind, such as a timer, is outside of it from here on.
        run.isOpen = false;
      }
    },
  };
}

/** A protected run was begun inside of another one: a bug of its author. */
export class NestedRun extends Error {
  constructor(inner: string, outer: string) {
    super(
      `${inner} was called inside of the run of ${outer}. It would commit by itself, whatever became of the run around it, so ` +
        'it was not begun. Call its verb with ctx.tx, or begin it when this run has ended.',
    );
    this.name = 'NestedRun';
  }
}
