import { pickSettled } from '../../postgres/statements/pick-settled.ts';
import type { Engine } from '../engine.ts';
import type { PhasedRegistry } from './completer.ts';
import { lookAgain } from './look-again.ts';

/** Calls of one round: each is a look-up at a provider. */
const BATCH = 20;

/**
 * Looks calls up again that were settled as absent or failed. A fence cannot stop a request that a frozen process has not yet
 * sent; an effect that is found here raises an alarm, which closes what it is about to other calls until a person has dealt with
 * it. @returns looks made and effects found.
 */
export async function watchOnce(
  engine: Engine,
  registry: PhasedRegistry,
): Promise<{ readonly looked: number; readonly found: number }> {
  const due = await pickSettled(engine.database.pool, BATCH);
  const found = await Promise.all(
    due.map(async (call) => {
      const definition = registry.get(call.procedure);
      return definition && (await lookAgain(engine, definition, call)) === 'effect';
    }),
  );
  return { looked: due.length, found: found.filter(Boolean).length };
}
