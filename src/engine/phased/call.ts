import type { OpenCall } from '../../idempotency/decide-recovery.ts';
import type { ExternalOperation } from '../../idempotency/external-operation.ts';
import type { StoredReference } from '../../postgres/statements/read-run.ts';
import type { AttemptState } from './attempt-state.ts';
import type { CallOutcome } from './definition.ts';
import { downstreamKey } from './downstream-key.ts';
import { asStored, fromStored } from './stored-value.ts';

/** One call under one downstream key, as this attempt knows it. */
export type Call<Request> = {
  readonly step: string;
  readonly position: number;
  readonly operation: ExternalOperation<Request>;
  /** The parameters of the intent: a re-send uses them verbatim. */
  readonly request: Request;
  readonly ordinal: number;
  readonly downstreamKey: string;
  /** When the first call under this key that may have left was about to be sent; null before it. */
  readonly firstCallAt: Date | null;
};

/** What is known of the calls made so far under the key. */
export type KnownCalls = OpenCall & {
  readonly providerId: string | null;
  readonly firstCallAt: Date;
  /** Milliseconds for which the last call may still be on its way. */
  readonly callLeftMs: number;
};

/** What the stored reference of a call says of it. */
export function knownCalls(reference: StoredReference): KnownCalls {
  const { state, ordinal, providerId, firstCallAt, replaysServerError } = reference;
  const callLeftMs = replaysServerError ? 0 : Math.max(0, reference.callLeftMs);
  const keyWindowIsOpen = reference.keyWindowLeftMs > 0;
  return {
    state,
    ordinal,
    providerId,
    firstCallAt,
    callLeftMs,
    isOver: callLeftMs === 0,
    keyWindowIsOpen,
    replaysServerError,
  };
}

/** What an external step does next: a closed set, and the step is a loop over it. */
export type Move =
  | { readonly do: 'send' }
  | { readonly do: 'look_up'; readonly known: KnownCalls }
  | { readonly do: 'next_ordinal' }
  | { readonly do: 'done'; readonly outcome: CallOutcome };

/** The call of a step: the one that is stored, or the first. */
export function callOf<Request>(
  state: AttemptState,
  of: { readonly step: string; readonly operation: ExternalOperation<Request>; readonly request: Request },
  known: StoredReference | null,
): Call<Request> {
  const { step, operation } = of;
  const request = known
    ? (fromStored(state.definition, step, known.request, state.definition.version) as Request)
    : asStored(of.request, { what: `The request of call "${step}" of ${state.definition.procedure}`, root: 'request' });
  const ordinal = known?.ordinal ?? 1;
  const firstCallAt = known && !known.neverLeft ? known.firstCallAt : null;
  return withKey(state, { step, operation, request, position: state.position, ordinal, firstCallAt });
}

/** The same call under the key of its next ordinal. */
export const nextOrdinal = <Request>(state: AttemptState, call: Call<Request>): Call<Request> =>
  withKey(state, { ...call, ordinal: call.ordinal + 1, firstCallAt: null });

function withKey<Request>(state: AttemptState, call: Omit<Call<Request>, 'downstreamKey'>): Call<Request> {
  const { scope, key } = state.stored;
  const { step, ordinal } = call;
  return { ...call, downstreamKey: downstreamKey(state.engine.secret, { scope, key, step, ordinal }) };
}
