import { decideRight, type Withheld } from '../../idempotency/decide-right.ts';
import type { PerformResult } from '../../idempotency/external-operation.ts';
import { safeKeyWindowMs } from '../../idempotency/key-window.ts';
import { lockRight, readRight } from '../../postgres/statements/read-right.ts';
import { intendCall } from '../../postgres/statements/references.ts';
import type { Body } from '../transaction.ts';
import { performCall } from './ask-provider.ts';
import type { AttemptState } from './attempt-state.ts';
import type { Call, Move } from './call.ts';
import { lookAtEarlierCalls } from './earlier-calls.ts';
import { yielded } from './interruption.ts';
import { note } from './note.ts';
import { ownedTransaction } from './owned-transaction.ts';
import { settleFinally, settleOpenly, settleWithheld } from './settle-call.ts';
import { toStored } from './stored-value.ts';

/** On top of a call's time-out: the statement that commits the intent, and a busy event loop. */
const CALL_MARGIN_MS = 2_000;

/** A provider that refuses connections is given time to come back. */
const PROVIDER_DOWN_MS = 2_000;

/** After a stop, the next attempt may begin at once. */
const STOPPED_MS = 500;

/** Commits the intent, then calls, then writes what the answer says. Withheld where the right to the resource is not free. */
export async function sendCall<Request>(state: AttemptState, call: Call<Request>): Promise<Move> {
  const { operation, step } = call;
  await lookAtEarlierCalls(state);
  const leaseMs = Math.max(state.engine.limits.leaseMs, operation.timeoutMs + CALL_MARGIN_MS);
  const passedMs = stopwatch();
  const intent = await commitIntent(state, call, leaseMs);
  if (intent.withheld) return await withhold(state, call, intent);
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

/** The right is not free: nothing is sent. A call that was begun before is at its end, since it would only be sent again if it was absent. */
async function withhold<Request>(
  state: AttemptState,
  call: Call<Request>,
  { withheld, hasBegun }: { readonly withheld: Withheld; readonly hasBegun: boolean },
): Promise<Move> {
  state.engine.observe('withheld', state.definition.procedure);
  if (hasBegun) return await settleWithheld(state, call, withheld);
  // Nothing of it is stored: a later attempt asks anew.
  state.isWithheld = true;
  return { do: 'done', outcome: { status: 'withheld', because: withheld } };
}

type Intent = { readonly withheld: null } | { readonly withheld: Withheld; readonly hasBegun: boolean };

/** Reads the right and commits the intent under the resource's lock: an alarm is raised before or after, never in between. */
function commitIntent<Request>(state: AttemptState, call: Call<Request>, leaseMs: number): Promise<Intent> {
  const { owner, resource } = state;
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
    resource,
    amount: operation.expects(call.request).amount,
  };
  return ownedTransaction(
    state,
    async (_runWork, client): Promise<Body<Intent>> => {
      await lockRight(client, resource ?? owner.recordId);
      const right = await readRight(client, owner.recordId, resource);
      const withheld = decideRight(right);
      if (withheld) return { value: { withheld, hasBegun: right.hasBegun } };
      return { value: { withheld }, last: intendCall(owner, row) };
    },
    leaseMs,
  );
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
