import { type AttemptState, enterEnd } from './attempt-state.ts';
import type { Run } from './definition.ts';

/**
 * The run as its author gets it: a step that failed ends the attempt even where the author catches what it threw, because
 * a refusal or an answer behind it would guess how it ended.
 */
export function guardRun(state: AttemptState, run: Run): Run {
  const once = async <T>(step: () => Promise<T>): Promise<T> => {
    if (state.failure) throw state.failure.error;
    try {
      return await step();
    } catch (error) {
      state.failure ??= { error };
      throw state.failure.error;
    }
  };
  const atEnd = <T>(end: () => Promise<T>): Promise<T> =>
    once(async () => {
      enterEnd(state);
      return await end();
    });
  return {
    local: (name, work) => once(() => run.local(name, work)),
    external: (name, call) => once(() => run.external(name, call)),
    finish: (work) => atEnd(() => run.finish(work)),
    refuse: (undo, refusal) => atEnd(() => run.refuse(undo, refusal)),
  };
}
