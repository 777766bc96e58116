import { Refusal } from '../../idempotency/refusal.ts';
import { classifyDatabaseFailure } from '../../postgres/failure.ts';
import { freeRecord } from '../../postgres/statements/free-record.ts';
import type { Owner } from '../../postgres/statements/prove-ownership.ts';
import type { StoredRun } from '../../postgres/statements/read-run.ts';
import { type SetAside, setAside } from '../../postgres/statements/set-aside.ts';
import type { Engine } from '../engine.ts';
import { RunTooLong } from '../work-failure.ts';
import { type AttemptState, newAttempt } from './attempt-state.ts';
import type { Ended, PhasedDefinition, Run } from './definition.ts';
import { externalStep } from './external-step.ts';
import { guardRun } from './guard-run.ts';
import { Interrupted, LostOwnership } from './interruption.ts';
import { finishRun, type RunEnd, refuseRun } from './last-step.ts';
import { localStep } from './local-step.ts';
import { note } from './note.ts';
import { startRenewal } from './renewal.ts';
import { fromStored } from './stored-value.ts';

/** How one attempt at a phased run ended. */
export type Execution =
  | ({ readonly end: 'completed' } & RunEnd)
  /** Somebody else owns the record by now. */
  | { readonly end: 'lost' }
  /** Its next try is due after `nextTryMs`, which the back-off may have put later than was asked for. */
  | { readonly end: 'aside'; readonly aside: SetAside; readonly nextTryMs: number }
  /** The database could not be asked or told; the lease will lapse. */
  | { readonly end: 'unavailable'; readonly error: unknown }
  /** A bug: nothing was stored. The key is free, or the run goes on later. */
  | { readonly end: 'failed'; readonly error: unknown };

/** Runs the steps of a record that this process owns. Never throws. */
export async function execute(
  engine: Engine,
  owner: Owner,
  of: { readonly definition: PhasedDefinition; readonly stored: StoredRun },
): Promise<Execution> {
  const { definition, stored } = of;
  const state = newAttempt(engine, owner, of);
  const renewal = startRenewal(engine, owner, definition.procedure);
  try {
    const input = fromStored(definition, null, stored.input ?? '', stored.inputVersion ?? 0);
    state.resource ??= definition.resource?.(input) ?? null;
    const kept: { end?: RunEnd } = {};
    await definition.run(runOf(state, kept), { scope: stored.scope, caller: stored.caller }, input);
    if (kept.end) return { end: 'completed', ...kept.end };
    // Caught by the author, and nothing was stored behind it.
    if (state.failure) throw state.failure.error;
    throw new Error(`${definition.procedure} ended without run.finish or run.refuse.`);
  } catch (error) {
    await renewal.stop();
    return await giveUp(state, error instanceof Refusal ? thrownRefusal(definition, error) : error);
  } finally {
    void renewal.stop();
  }
}

/** A refusal cannot be taken for the end: what earlier steps did would stand. */
const thrownRefusal = ({ procedure }: PhasedDefinition, { code }: Refusal): Error =>
  new Error(
    `${procedure} threw the refusal ${code}. End the run with run.refuse(undo, refusal), which undoes what earlier steps did.`,
  );

function runOf(state: AttemptState, kept: { end?: RunEnd }): Run {
  const keep = <Answer>(end: RunEnd): Ended<Answer> => {
    kept.end = end;
    return end as unknown as Ended<Answer>;
  };
  return guardRun(state, {
    local: (name, work) => localStep(state, name, work),
    external: (name, call) => externalStep(state, name, call),
    finish: async (work) => keep(await finishRun(state, work)),
    refuse: async (undo, refusal) => keep(await refuseRun(state, undo, refusal)),
  });
}

/** A bug is tried again by the completer after this long at first, in milliseconds. */
const AFTER_BUG_MS = 5_000;
/** A database that restarts is back in seconds. */
const AFTER_OUTAGE_MS = 2_000;

async function giveUp(state: AttemptState, error: unknown): Promise<Execution> {
  const { engine, owner } = state;
  if (error instanceof LostOwnership) {
    await note(engine, owner, { event: 'late_write_rejected' });
    return { end: 'lost' };
  }
  try {
    if (error instanceof Interrupted) {
      const nextTryMs = await setAside(engine.database.pool, owner, error.aside);
      if (nextTryMs !== null) return { end: 'aside', aside: error.aside, nextTryMs };
      await note(engine, owner, { event: 'late_write_rejected' });
      return { end: 'lost' };
    }
    const isOutage = error instanceof RunTooLong || classifyDatabaseFailure(error) !== 'other';
    if (!(await freeRecord(engine.database.pool, owner))) {
      const why = isOutage ? 'The database failed.' : 'The code failed; see the log.';
      const retryAfterMs = isOutage ? AFTER_OUTAGE_MS : AFTER_BUG_MS;
      await setAside(engine.database.pool, owner, { how: 'yield', why, retryAfterMs });
    }
    return isOutage ? { end: 'unavailable', error } : { end: 'failed', error };
  } catch (outage) {
    engine.report(`Record ${owner.recordId} could not be set aside; its lease will lapse.`, outage);
    return classifyDatabaseFailure(error) === 'other' && !(error instanceof Interrupted)
      ? { end: 'failed', error }
      : { end: 'unavailable', error: outage };
  }
}
