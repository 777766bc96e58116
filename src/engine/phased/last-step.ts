import { Refusal } from '../../idempotency/refusal.ts';
import { classifyDatabaseFailure } from '../../postgres/failure.ts';
import type { Tx } from '../../postgres/guarded-tx.ts';
import { addEvent } from '../../postgres/statements/add-event.ts';
import { complete } from '../../postgres/statements/complete.ts';
import { freeWithheld } from '../../postgres/statements/free-withheld.ts';
import { outcomeRow } from '../outcome-row.ts';
import type { EncodedAnswer } from '../run.ts';
import { RunTooLong, resultOf } from '../work-failure.ts';
import type { AttemptState } from './attempt-state.ts';
import { LostOwnership, parked } from './interruption.ts';
import { ownedTransaction } from './owned-transaction.ts';

/** The stored end of a run. */
export type Stored = { readonly outcome: 'success' | 'refusal'; readonly text: string };

/** The same, or a refusal that passes: nothing of it is stored, and its key is free again. */
export type RunEnd = Stored | { readonly outcome: 'passing'; readonly text: string };

/** Business writes and the answer, in one fenced transaction. After a confirmed effect a failure for good parks the record. */
export async function finishRun(state: AttemptState, work: (tx: Tx) => Promise<unknown>): Promise<Stored> {
  const { definition } = state;
  try {
    const answer = await completeWith(state, 'success', async (tx) => {
      const value = await resultOf(() => work(tx));
      if (value instanceof Refusal) throw new Error('finish may not refuse. Refuse before the call, with run.refuse.');
      return definition.encode.success(value);
    });
    return { outcome: 'success', text: answer.text };
  } catch (error) {
    const isPassing =
      error instanceof LostOwnership || error instanceof RunTooLong || classifyDatabaseFailure(error) !== 'other';
    if (isPassing || !state.hasConfirmedEffect) throw error;
    state.engine.report(`Record ${state.owner.recordId} could not be finished after a confirmed effect.`, error);
    throw parked(`finish failed after a confirmed effect: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Undoes earlier local steps and stores the refusal, in one fenced transaction; where its call was withheld, frees the key instead. */
export async function refuseRun(
  state: AttemptState,
  undo: (tx: Tx) => Promise<void>,
  refusal: Refusal,
): Promise<RunEnd> {
  if (state.hasConfirmedEffect) {
    throw parked(`The code refused (${refusal.code}) after a confirmed effect, which only a person may settle.`);
  }
  if (state.isWithheld) return await refuseInPassing(state, undo, refusal);
  const answer = await completeWith(state, 'refusal', async (tx) => {
    await undo(tx);
    return state.definition.encode.refusal(refusal);
  });
  return { outcome: 'refusal', text: answer.text };
}

/** What withheld the call passes, and the run has called nobody: with the undo its record goes too. */
async function refuseInPassing(
  state: AttemptState,
  undo: (tx: Tx) => Promise<void>,
  refusal: Refusal,
): Promise<RunEnd> {
  const { text } = await ownedTransaction(state, async (runWork) => {
    const value = await runWork(async (tx) => {
      await undo(tx);
      return state.definition.encode.refusal(refusal);
    }, state.engine.limits.runMs);
    return { value, last: freeWithheld(state.owner) };
  });
  return { outcome: 'passing', text };
}

function completeWith(
  state: AttemptState,
  outcome: Stored['outcome'],
  work: (tx: Tx) => Promise<EncodedAnswer>,
): Promise<EncodedAnswer> {
  const { engine, owner, definition } = state;
  return ownedTransaction(state, async (runWork, client) => {
    const answer = await runWork(work, engine.limits.runMs);
    await addEvent(client, owner, { event: 'completed', detail: outcome });
    return { value: answer, last: complete(owner, outcomeRow(outcome, answer, definition.keep)) };
  });
}
