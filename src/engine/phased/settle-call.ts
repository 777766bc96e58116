import type { Withheld } from '../../idempotency/decide-right.ts';
import { addEvent, eventStatement } from '../../postgres/statements/add-event.ts';
import { addStep } from '../../postgres/statements/add-step.ts';
import { type Settlement, settleReference } from '../../postgres/statements/references.ts';
import type { AttemptState } from './attempt-state.ts';
import type { Call, Move } from './call.ts';
import type { CallOutcome } from './definition.ts';
import { LostOwnership } from './interruption.ts';
import { note } from './note.ts';
import { ownedTransaction } from './owned-transaction.ts';
import { toStored } from './stored-value.ts';

/** A settlement that ends the step. */
type FinalSettlement = Extract<Settlement, { state: 'confirmed' | 'failed' }>;

/** Writes how the call ended together with the step's result, and ends the step. */
export async function settleFinally<Request>(
  state: AttemptState,
  call: Call<Request>,
  to: FinalSettlement,
  raw: string | null,
): Promise<Move> {
  const outcome: CallOutcome =
    to.state === 'confirmed'
      ? { status: 'succeeded', providerId: to.providerId }
      : { status: 'declined', code: to.code, message: to.message };
  await settle(state, call, { to, raw, outcome, detail: to.state });
  if (outcome.status === 'succeeded') state.hasConfirmedEffect = true;
  return { do: 'done', outcome };
}

/** Ends the step of a call that is absent and may not be made again, since the right to the run's resource is not free. */
export async function settleWithheld<Request>(
  state: AttemptState,
  call: Call<Request>,
  because: Withheld,
): Promise<Move> {
  const outcome: CallOutcome = { status: 'withheld', because };
  await settle(state, call, {
    to: { state: 'absent' },
    raw: null,
    outcome,
    detail: `withheld: ${because}`,
  });
  return { do: 'done', outcome };
}

/** Writes what is known of a call that is not at its end; the timeline tells it as `detail`. */
export const settleOpenly = <Request>(
  state: AttemptState,
  call: Call<Request>,
  to: Exclude<Settlement, FinalSettlement>,
  detail: string = to.state,
): Promise<void> => settle(state, call, { to, raw: null, outcome: null, detail });

/** An answer that comes after the record was lost is kept as evidence and changes nothing. */
async function settle<Request>(
  state: AttemptState,
  call: Call<Request>,
  what: {
    readonly to: Settlement;
    readonly raw: string | null;
    readonly outcome: CallOutcome | null;
    readonly detail: string;
  },
): Promise<void> {
  const { owner, definition, engine } = state;
  const { step, ordinal, position } = call;
  const event = { step, detail: what.detail, ...(what.raw === null ? {} : { evidence: what.raw }) };
  try {
    await ownedTransaction(state, async (_runWork, client) => {
      await settleReference(client, { recordId: owner.recordId, step, ordinal }, what.to);
      const answered = { ...event, event: 'call_answered' } as const;
      if (!what.outcome) return { value: undefined, last: eventStatement(owner, answered) };
      await addEvent(client, owner, answered);
      const result = toStored(what.outcome);
      const row = { name: step, position, kind: 'external', result, resultVersion: definition.version } as const;
      return { value: undefined, last: addStep(owner, row) };
    });
  } catch (error) {
    // Of a call that was never sent there is no answer to keep.
    const isAnswered = !('neverLeft' in what.to && what.to.neverLeft);
    if (error instanceof LostOwnership && isAnswered) await note(engine, owner, { ...event, event: 'late_answer' });
    throw error;
  }
}
