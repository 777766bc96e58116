import { decideFirst } from '../../idempotency/decide-recovery.ts';
import type { ExternalOperation } from '../../idempotency/external-operation.ts';
import type { StoredReference } from '../../postgres/statements/read-run.ts';
import { type AttemptState, enterStep, lastReference } from './attempt-state.ts';
import { callOf, knownCalls, type Move, nextOrdinal } from './call.ts';
import { type CallOutcome, operationOf } from './definition.ts';
import { parked } from './interruption.ts';
import { lookUpCall } from './look-up-call.ts';
import { sendCall } from './send-call.ts';
import { fromStored } from './stored-value.ts';

/** Makes the call of an external step at most once in effect; on resume finds out first what became of it. */
export async function externalStep<Request>(
  state: AttemptState,
  step: string,
  of: { readonly operation: ExternalOperation<Request>; readonly request: Request },
): Promise<CallOutcome> {
  const stored = enterStep(state, step, 'external');
  if (stored) {
    const outcome = fromStored(state.definition, step, stored.result, stored.resultVersion) as CallOutcome;
    if (outcome.status === 'succeeded') state.hasConfirmedEffect = true;
    return outcome;
  }
  state.busyWith = step;
  try {
    const known = lastReference(state, step);
    if (known) assertSame(known, of.operation);
    assertListed(state, step, of.operation);
    let call = callOf(state, { step, ...of }, known);
    let move: Move = known ? firstMove(known) : { do: 'send' };
    for (;;) {
      switch (move.do) {
        case 'send':
          move = await sendCall(state, call);
          break;
        case 'look_up':
          move = await lookUpCall(state, call, move.known);
          break;
        case 'next_ordinal':
          call = nextOrdinal(state, call);
          move = { do: 'send' };
          break;
        case 'done':
          return move.outcome;
      }
    }
  } finally {
    state.busyWith = null;
  }
}

function firstMove(known: StoredReference): Move {
  const calls = knownCalls(known);
  switch (decideFirst(calls)) {
    case 'call_again':
      return { do: 'send' };
    case 'next_ordinal':
      return { do: 'next_ordinal' };
    case 'look_up':
      return { do: 'look_up', known: calls };
  }
}

/** What is not listed could not be looked up while the code does not run: it is told before anything is intended. */
function assertListed(
  { definition }: AttemptState,
  step: string,
  now: Pick<ExternalOperation<never>, 'provider' | 'operation'>,
): void {
  if (operationOf(definition, now)) return;
  throw new Error(
    `Step "${step}" calls ${now.operation} of ${now.provider}, which the operations of ${definition.procedure} do not list. ` +
      'Add it to them: a call whose end is unclear is looked up by that list.',
  );
}

/** A call that began at one provider is not looked up, let alone made again, at another one. */
function assertSame(known: StoredReference, now: Pick<ExternalOperation<never>, 'provider' | 'operation'>): void {
  if (known.provider === now.provider && known.operation === now.operation) return;
  throw parked(
    `The call "${known.step}" was begun as ${known.operation} of ${known.provider}, and the code now makes ` +
      `${now.operation} of ${now.provider}. Deploy code that knows the old one, or settle the record by hand.`,
  );
}
