import { decideRecovery, isProgress } from '../../idempotency/decide-recovery.ts';
import type { StoredRun } from '../../postgres/statements/read-run.ts';
import { lookUp } from './ask-provider.ts';
import { openReference } from './attempt-state.ts';
import { knownCalls } from './call.ts';
import { operationOf, type PhasedDefinition } from './definition.ts';
import { fromStored } from './stored-value.ts';

/** What a look-up of an unknown record comes to; `raw` is what the provider said. */
export type UnknownLook =
  /** The run gets further by it: the record is reopened, and the run itself looks once more. */
  | { readonly do: 'reopen'; readonly verdict: string; readonly raw: string | null }
  | { readonly do: 'stay'; readonly step: string; readonly why: string; readonly raw: string | null }
  /** Nobody was asked, because this build cannot: a fault. */
  | { readonly do: 'cannot_ask'; readonly step: string | null; readonly why: string };

/** Looks up the call whose end nobody knows, without running the code, and decides as the run itself would. */
export async function lookUpUnknown(definition: PhasedDefinition | undefined, stored: StoredRun): Promise<UnknownLook> {
  const reference = openReference(stored);
  // Nothing is open: the run itself finds out what remains.
  if (!reference) return { do: 'reopen', verdict: 'no call is open', raw: null };
  const { step } = reference;
  if (!definition) {
    return { do: 'cannot_ask', step, why: `This build has no phased procedure ${stored.procedure}.` };
  }
  const operation = operationOf(definition, reference);
  if (!operation) {
    const what = `no operation ${reference.operation} of ${reference.provider}`;
    return { do: 'cannot_ask', step, why: `In this build ${stored.procedure} has ${what}.` };
  }
  const request = fromStored(definition, step, reference.request, definition.version) as never;
  const { downstreamKey } = reference;
  const known = knownCalls(reference);
  const { providerId, firstCallAt } = known;
  const found = await lookUp(operation, { downstreamKey, request, providerId, firstCallAt });
  const recovery = decideRecovery(found, known, operation.expects(request));
  const raw = 'raw' in found ? found.raw : null;
  if (isProgress(recovery)) return { do: 'reopen', verdict: `${found.found}: ${recovery.do}`, raw };
  return { do: 'stay', step, why: 'why' in recovery ? recovery.why : found.found, raw };
}
