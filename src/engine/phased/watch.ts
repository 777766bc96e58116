import { addEvent } from '../../postgres/statements/add-event.ts';
import { pickSettled, type SettledCall, stopLooking } from '../../postgres/statements/pick-settled.ts';
import type { Engine } from '../engine.ts';
import { lookUp } from './ask-provider.ts';
import type { PhasedRegistry } from './completer.ts';
import { operationOf } from './definition.ts';
import { fromStored } from './stored-value.ts';

/** Calls of one round: each is a look-up at a provider. */
const BATCH = 20;

/**
 * Looks calls up again that were settled as absent or failed. A fence cannot stop a request that a frozen process has not yet
 * sent; an effect that is found here raises an alarm on the record's timeline. @returns looks made and effects found.
 */
export async function watchOnce(
  engine: Engine,
  registry: PhasedRegistry,
): Promise<{ readonly looked: number; readonly found: number }> {
  const due = await pickSettled(engine.database.pool, BATCH);
  const found = await Promise.all(due.map((call) => hasLateEffect(engine, registry, call)));
  return { looked: due.length, found: found.filter(Boolean).length };
}

async function hasLateEffect(engine: Engine, registry: PhasedRegistry, call: SettledCall): Promise<boolean> {
  const definition = registry.get(call.procedure);
  const operation = definition ? operationOf(definition, call) : undefined;
  if (!definition || !operation) return false;
  const { downstreamKey, providerId, firstCallAt, step } = call;
  try {
    const request = fromStored(definition, step, call.request, definition.version) as never;
    const result = await lookUp(operation, { downstreamKey, request, providerId, firstCallAt });
    if (result.found !== 'succeeded') return false;
    const detail = `${call.provider} has ${result.providerId} for call ${call.ordinal}, which was settled without an effect.`;
    await addEvent(engine.database.pool, call, { event: 'effect_found_late', step, detail, evidence: result.raw });
    await stopLooking(engine.database.pool, call);
    engine.observe('effect_found_late', call.procedure);
    engine.report(`An effect was found late on record ${call.recordId}.`, new Error(detail));
    return true;
  } catch (error) {
    engine.report(`A settled call of record ${call.recordId} could not be looked up; it is tried in an hour.`, error);
    return false;
  }
}
