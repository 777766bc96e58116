import type { Tx } from '../../postgres/guarded-tx.ts';
import { addStep } from '../../postgres/statements/add-step.ts';
import { type AttemptState, enterStep } from './attempt-state.ts';
import { ownedTransaction } from './owned-transaction.ts';
import { fromStored, toStored } from './stored-value.ts';

/** Runs a local step once; on resume gives back its kept result. */
export async function localStep<T>(state: AttemptState, name: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const stored = enterStep(state, name, 'local');
  if (stored) return fromStored(state.definition, name, stored.result, stored.resultVersion) as T;
  const { engine, owner, position, definition } = state;
  state.busyWith = name;
  try {
    return await ownedTransaction(state, async (runWork) => {
      const value = await runWork(work, engine.limits.runMs);
      const row = {
        name,
        position,
        kind: 'local',
        result: toStored(value),
        resultVersion: definition.version,
      } as const;
      return { value, last: addStep(owner, row) };
    });
  } finally {
    state.busyWith = null;
  }
}
