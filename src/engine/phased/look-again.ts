import type { SettledCall } from '../../postgres/statements/pick-settled.ts';
import { raiseAlarm } from '../../postgres/statements/raise-alarm.ts';
import type { Engine } from '../engine.ts';
import { lookUp } from './ask-provider.ts';
import { operationOf, type PhasedDefinition } from './definition.ts';

import { fromStored } from './stored-value.ts';

/**
 * Looks a settled call up once more; an effect raises its alarm. `unclear`: the provider gave no answer, or a call is under
 * way there. `nothing` also where this build has no such operation.
 */
export async function lookAgain(
  engine: Engine,
  definition: PhasedDefinition,
  call: SettledCall,
): Promise<'effect' | 'nothing' | 'unclear'> {
  const operation = operationOf(definition, call);
  if (!operation) return 'nothing';
  const { downstreamKey, providerId, firstCallAt, step } = call;
  try {
    const request = fromStored(definition, step, call.request, definition.version) as never;
    const result = await lookUp(operation, { downstreamKey, request, providerId, firstCallAt });
    switch (result.found) {
      case 'absent':
      case 'failed':
        return 'nothing';
      case 'pending':
      case 'cannot_tell':
        return 'unclear';
      case 'succeeded': {
        const detail = `${call.provider} has ${result.providerId} for call ${call.ordinal}, which was settled without an effect.`;
        const effect = { providerId: result.providerId, amount: result.amount, detail, evidence: result.raw };
        if (await raiseAlarm(engine.database.pool, call, effect)) {
          engine.observe('effect_found_late', call.procedure);
          engine.report(`An effect was found late on record ${call.recordId}.`, new Error(detail));
        }
        return 'effect';
      }
    }
  } catch (error) {
    engine.report(`A settled call of record ${call.recordId} could not be looked up; it is tried in an hour.`, error);
    return 'unclear';
  }
}
