import { decideRecovery, type Recovery } from '../../idempotency/decide-recovery.ts';
import { lookUp } from './ask-provider.ts';
import type { AttemptState } from './attempt-state.ts';
import type { Call, KnownCalls, Move } from './call.ts';
import { unknown, waiting } from './interruption.ts';
import { note } from './note.ts';
import { settleFinally, settleOpenly } from './settle-call.ts';

/** The shortest pause: what a provider may need to make a call visible in its listings. */
const ASK_AGAIN_MS = 1_000;

/** Asks the provider what became of the calls under the key, and does what the core decides. */
export async function lookUpCall<Request>(state: AttemptState, call: Call<Request>, known: KnownCalls): Promise<Move> {
  const { operation, request, step, downstreamKey } = call;
  const { providerId, firstCallAt } = known;
  const found = await lookUp(operation, { downstreamKey, request, providerId, firstCallAt });
  const recovery = decideRecovery(found, known, operation.expects(request));
  const evidence = 'raw' in found ? { evidence: found.raw } : {};
  const detail = `${found.found}: ${recovery.do}`;
  await note(state.engine, state.owner, { event: 'looked_up', step, detail, ...evidence });
  return await moveFrom(state, call, recovery, askAgainMs(known.callLeftMs));
}

/** Half of what is left of the call: four or five looks until absence is final, and a Retry-After that is worth obeying. */
const askAgainMs = (callLeftMs: number): number => Math.max(ASK_AGAIN_MS, Math.ceil(callLeftMs / 2));

async function moveFrom<Request>(
  state: AttemptState,
  call: Call<Request>,
  recovery: Recovery,
  againMs: number,
): Promise<Move> {
  switch (recovery.do) {
    case 'adopt':
      return await settleFinally(state, call, { state: 'confirmed', providerId: recovery.providerId }, null);
    case 'decline': {
      const { providerId, code, message } = recovery;
      return await settleFinally(state, call, { state: 'failed', providerId, code, message }, null);
    }
    case 'ask_again':
      throw waiting(recovery.why, againMs);
    case 'call_again':
      return { do: 'send' };
    case 'next_ordinal':
      await settleOpenly(state, call, { state: 'absent' });
      return { do: 'next_ordinal' };
    case 'unknown':
      await settleOpenly(state, call, { state: 'cannot_tell' });
      throw unknown(recovery.why);
  }
}
