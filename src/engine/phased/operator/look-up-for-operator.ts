import type { ExpectedEffect } from '../../../idempotency/external-operation.ts';
import { type EvidenceReading, readEvidence } from '../../../idempotency/lookup-evidence.ts';
import { readRun, type StoredReference, type StoredRun } from '../../../postgres/statements/read-run.ts';
import type { Engine } from '../../engine.ts';
import { lookUp } from '../ask-provider.ts';
import { openReference } from '../attempt-state.ts';
import type { PhasedRegistry } from '../completer.ts';
import { operationOf, type PhasedDefinition } from '../definition.ts';
import { fromStored } from '../stored-value.ts';

/** A look-up that was made for an operator, of the record's open call. */
export type OperatorLookup = EvidenceReading &
  Pick<StoredReference, 'step' | 'ordinal' | 'provider' | 'operation' | 'downstreamKey'> & {
    readonly keyWindowOpen: boolean;
    readonly isNamed: boolean;
  };

/**
 * Asks the provider what became of the record's open call, under no transaction. `providerId` is one that an operator names:
 * it is retrieved and compared with the intent like any other. A string says why there is nothing to ask.
 */
export async function lookUpForOperator(
  engine: Engine,
  registry: PhasedRegistry,
  of: { readonly recordId: string; readonly providerId: string | null },
): Promise<OperatorLookup | 'no_open_call' | 'code_gone'> {
  const stored = await readRun(engine.database.reader, BigInt(of.recordId));
  const reference = stored && openReference(stored);
  if (!stored || !reference) return 'no_open_call';
  const call = sentCall(registry.get(stored.procedure), reference);
  if (!call) return 'code_gone';
  const { operation, request } = call;
  const { step, ordinal, provider, downstreamKey, firstCallAt } = reference;
  const providerId = of.providerId ?? reference.providerId;
  const found = await lookUp(operation, { downstreamKey, request, providerId, firstCallAt });
  return {
    ...readEvidence(found, { isOver: reference.callLeftMs <= 0 }, operation.expects(request)),
    step,
    ordinal,
    provider,
    operation: reference.operation,
    downstreamKey,
    keyWindowOpen: reference.keyWindowLeftMs > 0,
    isNamed: of.providerId !== null,
  };
}

/** The effect that a call was meant to have, or null where this build cannot read it. */
export function expectedOf(
  registry: PhasedRegistry,
  stored: Pick<StoredRun, 'procedure'>,
  reference: Pick<StoredReference, 'provider' | 'operation' | 'step' | 'request'>,
): ExpectedEffect | null {
  const call = sentCall(registry.get(stored.procedure), reference);
  return call ? call.operation.expects(call.request) : null;
}

function sentCall(
  definition: PhasedDefinition | undefined,
  reference: Pick<StoredReference, 'provider' | 'operation' | 'step' | 'request'>,
) {
  const operation = definition && operationOf(definition, reference);
  if (!definition || !operation) return null;
  try {
    const request = fromStored(definition, reference.step, reference.request, definition.version) as never;
    return { operation, request };
  } catch {
    return null;
  }
}
