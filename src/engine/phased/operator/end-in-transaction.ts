import { Refusal } from '../../../idempotency/refusal.ts';
import { classifyDatabaseFailure } from '../../../postgres/failure.ts';
import { connectionOf, type Tx } from '../../../postgres/guarded-tx.ts';
import { perform } from '../../../postgres/prepared.ts';
import { addEvent } from '../../../postgres/statements/add-event.ts';
import { complete } from '../../../postgres/statements/complete.ts';
import type { Owner } from '../../../postgres/statements/prove-ownership.ts';
import type { StoredRun } from '../../../postgres/statements/read-run.ts';
import type { Engine } from '../../engine.ts';
import { outcomeRow } from '../../outcome-row.ts';
import type { EncodedAnswer } from '../../run.ts';
import { type AttemptState, enterStep, newAttempt } from '../attempt-state.ts';
import type { CallOutcome, Ended, PhasedDefinition, Run } from '../definition.ts';
import { guardRun } from '../guard-run.ts';
import { Interrupted, parked } from '../interruption.ts';
import type { Stored } from '../last-step.ts';
import { fromStored } from '../stored-value.ts';

/** Thrown by a step that is not stored: the engine runs it, in a transaction of its own, and not an operator. */
class StepRemains extends Error {}

/**
 * Runs the procedure's own `finish` or `refuse` in a transaction that an operator's command has open, if nothing else remains
 * of its run: business rows, outcome and audit commit together. Null when a step remains or the end failed; of that nothing is
 * left in the transaction, and the record goes on by the engine's own rules.
 * @throws what says that the whole transaction is to be tried again, or later.
 */
export async function endInTransaction(
  engine: Engine,
  tx: Tx,
  owner: Owner,
  of: { readonly definition: PhasedDefinition; readonly stored: StoredRun },
): Promise<Stored | null> {
  const { definition, stored } = of;
  const client = connectionOf(tx);
  const state = newAttempt(engine, owner, of);
  const kept: { end?: Stored } = {};
  await client.query('SAVEPOINT operator_end');
  try {
    const input = fromStored(definition, null, stored.input ?? '', stored.inputVersion ?? 0);
    await definition.run(runOf(state, tx, kept), { scope: stored.scope, caller: stored.caller }, input);
    if (state.failure) throw state.failure.error;
    if (kept.end) {
      await client.query('RELEASE SAVEPOINT operator_end');
      return kept.end;
    }
    throw new Error(`${definition.procedure} ended without run.finish or run.refuse.`);
  } catch (error) {
    if (classifyDatabaseFailure(error) !== 'other') throw error;
    await client.query('ROLLBACK TO SAVEPOINT operator_end');
    if (!(error instanceof StepRemains || error instanceof Interrupted)) {
      engine.report(`Record ${owner.recordId} could not be ended by an operator; it goes on by itself.`, error);
    }
    return null;
  }
}

function runOf(state: AttemptState, tx: Tx, kept: { end?: Stored }): Run {
  const stored = <T>(name: string, kind: 'local' | 'external'): T => {
    const step = enterStep(state, name, kind);
    if (!step) throw new StepRemains(`Step "${name}" remains.`);
    return fromStored(state.definition, name, step.result, step.resultVersion) as T;
  };
  const end = async <Answer>(outcome: Stored['outcome'], answer: EncodedAnswer): Promise<Ended<Answer>> => {
    const client = connectionOf(tx);
    await addEvent(client, state.owner, { event: 'completed', detail: outcome });
    await perform(client, complete(state.owner, outcomeRow(outcome, answer, state.definition.keep)));
    kept.end = { outcome, text: answer.text };
    return kept.end as unknown as Ended<Answer>;
  };
  return guardRun(state, {
    local: async (name) => stored(name, 'local'),
    external: async (name) => {
      const outcome = stored<CallOutcome>(name, 'external');
      if (outcome.status === 'succeeded') state.hasConfirmedEffect = true;
      return outcome;
    },
    finish: async (work) => {
      const value = await work(tx);
      if (value instanceof Refusal) throw new Error('finish may not refuse. Refuse before the call, with run.refuse.');
      return await end('success', state.definition.encode.success(value));
    },
    refuse: async (undo, refusal) => {
      if (state.hasConfirmedEffect) {
        throw parked(`The code refused (${refusal.code}) after a confirmed effect, which only a person may settle.`);
      }
      await undo(tx);
      return await end('refusal', state.definition.encode.refusal(refusal));
    },
  });
}
