import type { Owner } from '../../postgres/statements/prove-ownership.ts';
import type { StoredReference, StoredRun, StoredStep } from '../../postgres/statements/read-run.ts';
import type { Engine } from '../engine.ts';
import type { PhasedDefinition } from './definition.ts';
import { parked } from './interruption.ts';

/** What one attempt knows while it runs. */
export type AttemptState = {
  readonly engine: Engine;
  readonly owner: Owner;
  readonly definition: PhasedDefinition;
  readonly stored: StoredRun;
  /** Position of the next step. */
  position: number;
  readonly used: Set<string>;
  busyWith: string | null;
  hasConfirmedEffect: boolean;
};

/** Begins a step: refuses misuse, and gives back what is stored of it. */
export function enterStep(state: AttemptState, name: string, kind: StoredStep['kind']): StoredStep | null {
  if (state.busyWith !== null) {
    throw new Error(`Step "${name}" was begun inside step "${state.busyWith}". Steps follow one another; nest none.`);
  }
  if (state.used.has(name)) throw new Error(`Two steps are named "${name}". Each step of a run has a name of its own.`);
  state.used.add(name);
  const stored = state.stored.steps[state.position] ?? null;
  state.position += 1;
  if (!stored) return null;
  if (stored.name === name && stored.kind === kind) return stored;
  throw parked(
    `Step ${state.position} of this run is stored as ${stored.kind} "${stored.name}", and the code now has ${kind} "${name}" there. ` +
      'Deploy code that knows the old step, or settle the record by hand.',
  );
}

/** The newest reference of a step. */
export const lastReference = (state: AttemptState, step: string): StoredReference | null =>
  state.stored.references.findLast((reference) => reference.step === step) ?? null;
