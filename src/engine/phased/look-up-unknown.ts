import { decideRecovery } from '../../idempotency/decide-recovery.ts';
import type { ExternalOperation } from '../../idempotency/external-operation.ts';
import type { Owner } from '../../postgres/statements/prove-ownership.ts';
import type { StoredReference, StoredRun } from '../../postgres/statements/read-run.ts';
import type { Engine } from '../engine.ts';
import { lookUp } from './ask-provider.ts';
import type { PhasedDefinition } from './definition.ts';
import { note } from './note.ts';
import { fromStored } from './stored-value.ts';

/** What a look-up said that lets the run go on. */
export type Answered = { readonly verdict: string; readonly raw: string | null };

/**
 * Looks up the call whose end nobody knows, without running the code. Null when the provider still cannot tell, or when what
 * it tells does not let the run go on.
 */
export async function lookUpUnknown(
  engine: Engine,
  seen: Owner,
  of: { readonly definition: PhasedDefinition; readonly stored: StoredRun },
): Promise<Answered | null> {
  const { definition, stored } = of;
  const reference = stored.references.findLast(({ state }) => state === 'cannot_tell' || state === 'intended');
  // Nothing is open: the run itself finds out what remains.
  if (!reference) return { verdict: 'no call is open', raw: null };
  const operation = operationOf(definition, reference);
  if (!operation) return null;
  const request = fromStored(definition, reference.step, reference.request, definition.version) as never;
  const { downstreamKey, providerId, firstCallAt } = reference;
  const found = await lookUp(operation, { downstreamKey, request, providerId, firstCallAt });
  const history = {
    isOver: reference.callLeftMs <= 0,
    keyWindowIsOpen: reference.keyWindowLeftMs > 0,
    replaysServerError: false,
  };
  const recovery = decideRecovery(found, history, operation.expects(request));
  const raw = 'raw' in found ? found.raw : null;
  const verdict = `${found.found}: ${recovery.do}`;
  if (recovery.do !== 'unknown' && recovery.do !== 'ask_again') return { verdict, raw };
  await note(engine, seen, {
    event: 'looked_up',
    step: reference.step,
    detail: verdict,
    ...(raw ? { evidence: raw } : {}),
  });
  return null;
}

/** The operation under which a call was intended, or undefined where this build has it no more. */
export const operationOf = (
  definition: PhasedDefinition,
  reference: Pick<StoredReference, 'provider' | 'operation'>,
): ExternalOperation<never> | undefined =>
  definition.operations.find(
    ({ provider, operation }) => provider === reference.provider && operation === reference.operation,
  );
