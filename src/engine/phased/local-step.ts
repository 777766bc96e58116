import { decodeKept } from '../../idempotency/kept-value.ts';
import { Refusal } from '../../idempotency/refusal.ts';
import type { Tx } from '../../postgres/guarded-tx.ts';
import { addStep } from '../../postgres/statements/add-step.ts';
import { resultOf } from '../work-failure.ts';
import { type AttemptState, enterStep } from './attempt-state.ts';
import { ownedTransaction } from './owned-transaction.ts';
import { fromStored, toStored } from './stored-value.ts';

/** Runs a local step once; on resume gives back its kept result, which is what the first attempt gets too. */
export async function localStep<T>(state: AttemptState, name: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const stored = enterStep(state, name, 'local');
  if (stored) return fromStored(state.definition, name, stored.result, stored.resultVersion) as T;
  const { engine, owner, position, definition } = state;
  state.busyWith = name;
  try {
    return await ownedTransaction(state, async (runWork) => {
      const kept = { what: `The result of step "${name}" of ${definition.procedure}`, root: 'result' } as const;
      const { value, text } = await runWork(async (tx) => {
        const given = await resultOf(() => work(tx));
        if (given instanceof Refusal) throw new Error(refusedInStep(name, given));
        const text = toStored(given, kept);
        return { value: decodeKept(text) as T, text };
      }, engine.limits.runMs);
      const row = {
        name,
        position,
        kind: 'local',
        result: text,
        resultVersion: definition.version,
      } as const;
      return { value, last: addStep(owner, row) };
    });
  } finally {
    state.busyWith = null;
  }
}

const refusedInStep = (name: string, { code }: Refusal): string =>
  `Step "${name}" gave the refusal ${code}, which a step cannot keep. Let it return what it found, as plain values, and end ` +
  'the run with run.refuse, which undoes what earlier steps did.';
