import type { PerformResult } from '../../idempotency/external-operation.ts';
import { safeKeyWindowMs } from '../../idempotency/key-window.ts';
import { intendCall } from '../../postgres/statements/references.ts';
import { performCall } from './ask-provider.ts';
import type { AttemptState } from './attempt-state.ts';
import type { Call, Move } from './call.ts';
import { yielded } from './interruption.ts';
import { note } from './note.ts';
import { ownedTransaction } from './owned-transaction.ts';
import { settleFinally, settleOpenly } from './settle-call.ts';
import { toStored } from './stored-value.ts';

/** On top of a call's time-out: the statement that commits the intent, and a busy event loop. */
const CALL_MARGIN_MS = 2_000;

/** A provider that refuses connections is given time to come back. */
const PROVIDER_DOWN_MS = 2_000;

/** After a stop, the next attempt may begin at once. */
const STOPPED_MS = 500;

/** Commits the intent, then calls, then writes what the answer says. */
export async function sendCall<Request>(state: AttemptState, call: Call<Request>): Promise<Move> {
  const { operation, step } = call;
  const leaseMs = Math.max(state.engine.limits.leaseMs, operation.timeoutMs + CALL_MARGIN_MS);
  const passedMs = stopwatch();
  await commitIntent(state, call, leaseMs);
  // In the same turn as the send: a process that was frozen since the intent finds its lease too short here.
  if (passedMs() + operation.timeoutMs > leaseMs) {
    const detail = 'The lease would not have outlasted the call, so the call was not made.';
    await note(state.engine, state.owner, { event: 'call_stopped', step, detail });
    await settleOpenly(state, call, { state: 'absent', neverLeft: true }, 'never sent: it was stopped here');
    throw yielded(detail, STOPPED_MS);
  }
  const result = await performCall(operation, { downstreamKey: call.downstreamKey, request: call.request });
  return await accept(state, call, result);
}

/** Time since its making, in milliseconds: the monotonic clock may stand still while a machine sleeps, the other may be set back. */
function stopwatch(): () => number {
  const [steady, wall] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - steady, Date.now() - wall);
}

function commitIntent<Request>(state: AttemptState, call: Call<Request>, leaseMs: number): Promise<void> {
  const { operation } = call;
  const row = {
    step: call.step,
    ordinal: call.ordinal,
    provider: operation.provider,
    operation: operation.operation,
    apiVersion: operation.apiVersion,
    downstreamKey: call.downstreamKey,
    request: toStored(call.request),
    timeoutMs: operation.timeoutMs,
    keyWindowMs: safeKeyWindowMs(operation),
  };
  return ownedTransaction(state, async () => ({ value: undefined, last: intendCall(state.owner, row) }), leaseMs);
}

async function accept<Request>(state: AttemptState, call: Call<Request>, result: PerformResult): Promise<Move> {
  switch (result.answer) {
    case 'succeeded':
      return await settleFinally(state, call, { state: 'confirmed', providerId: result.providerId }, result.raw);
    case 'declined': {
      const { code, message, raw } = result;
      return await settleFinally(state, call, { state: 'failed', providerId: null, code, message }, raw);
    }
    case 'never_sent':
      await settleOpenly(state, call, { state: 'absent', neverLeft: true }, `never sent: ${result.why}`);
      throw yielded(`${call.operation.provider} could not be reached: ${result.why}`, PROVIDER_DOWN_MS);
    case 'unclear':
      return await lookUpUnclear(state, call, result);
  }
}

/** A replayed server error proves that the first call has ended, and is kept; anything else may still be on its way. */
async function lookUpUnclear<Request>(
  state: AttemptState,
  call: Call<Request>,
  { why, replayedServerError }: Extract<PerformResult, { answer: 'unclear' }>,
): Promise<Move> {
  const detail = `unclear: ${why}`;
  if (replayedServerError) await settleOpenly(state, call, { state: 'cannot_tell', replaysServerError: true }, detail);
  else await note(state.engine, state.owner, { event: 'call_answered', step: call.step, detail });
  const { timeoutMs } = call.operation;
  return {
    do: 'look_up',
    known: {
      state: 'intended',
      ordinal: call.ordinal,
      providerId: null,
      firstCallAt: call.firstCallAt ?? new Date(Date.now() - timeoutMs),
      isOver: replayedServerError,
      callLeftMs: replayedServerError ? 0 : timeoutMs,
      keyWindowIsOpen: true,
      replaysServerError: replayedServerError,
    },
  };
}
