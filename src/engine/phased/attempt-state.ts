import type { Resource } from '../../idempotency/decide-right.ts';
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
  /** What the run is about, or null where its procedure does not say. */
  resource: Resource | null;
  /** Position of the next step. */
  position: number;
  readonly used: Set<string>;
  busyWith: string | null;
  hasConfirmedEffect: boolean;
  /** A call was withheld, and the run had made none before: its refusal frees the key. */
  isWithheld: boolean;
  /** What the first step that failed threw: it ends the attempt, whoever catches it. */
  failure: { readonly error: unknown } | null;
};

/** Begins a step: refuses misuse, and gives back what is stored of it. */
export function enterStep(state: AttemptState, name: string, kind: StoredStep['kind']): StoredStep | null {
  if (state.busyWith !== null) throw nested(`Step "${name}"`, state.busyWith);
  if (state.used.has(name)) throw new Error(`Two steps are named "${name}". Each step of a run has a name of its own.`);
  state.used.add(name);
  const stored = state.stored.steps[state.position] ?? null;
  state.position += 1;
  const now = `${kind} "${name}"`;
  if (stored && (stored.name !== name || stored.kind !== kind)) throw misplaced(state.position, stored, now);
  const begun = begunCall(state);
  if (!stored && begun && (begun.step !== name || kind !== 'external')) throw forgotten(begun, now);
  return stored;
}

/** Begins the end of a run: every stored step and every call that began must be in the code, or its effect would be forgotten. */
export function enterEnd(state: AttemptState): void {
  if (state.busyWith !== null) throw nested('The end of the run', state.busyWith);
  const stored = state.stored.steps[state.position];
  if (stored) throw misplaced(state.position + 1, stored, 'the end of the run');
  const begun = begunCall(state);
  if (begun && !state.used.has(begun.step)) throw forgotten(begun, 'the end of the run');
}

/** The newest reference of a step. */
export const lastReference = (state: AttemptState, step: string): StoredReference | null =>
  state.stored.references.findLast((reference) => reference.step === step) ?? null;

/** The call that an earlier attempt began and whose step it did not end. */
export const openReference = ({ steps, references }: StoredRun): StoredReference | undefined =>
  references.findLast(({ step }) => steps.every(({ name }) => name !== step));

const begunCall = ({ stored }: AttemptState): StoredReference | undefined => openReference(stored);

/** An attempt that has entered no step yet. */
export const newAttempt = (
  engine: Engine,
  owner: Owner,
  of: { readonly definition: PhasedDefinition; readonly stored: StoredRun },
): AttemptState => ({
  engine,
  owner,
  ...of,
  resource: of.stored.resource ?? null,
  position: 0,
  used: new Set(),
  busyWith: null,
  hasConfirmedEffect: false,
  isWithheld: false,
  failure: null,
});

const nested = (what: string, outer: string): Error =>
  new Error(`${what} was begun inside step "${outer}". Steps follow one another: await each, and nest none.`);

const misplaced = (position: number, { kind, name }: StoredStep, now: string): Error =>
  parked(`Step ${position} of this run is stored as ${kind} "${name}", and the code now has ${now} there. ${REMEDY}`);

const forgotten = ({ step }: StoredReference, now: string): Error =>
  parked(`The call "${step}" was begun, and the code now has ${now} there. ${REMEDY}`);

const REMEDY = 'Deploy code that knows the old step, or settle the record by hand.';
