import { findAbsentCalls } from '../../postgres/statements/pick-settled.ts';
import type { AttemptState } from './attempt-state.ts';
import { waiting } from './interruption.ts';
import { lookAgain } from './look-again.ts';

/**
 * Calls of other records for the same resource that were settled as absent and are still watched: an effect that is there by now
 * raises its alarm before this call is intended, and not an hour later.
 */
export async function lookAtEarlierCalls(state: AttemptState): Promise<void> {
  const { engine, definition, resource, owner } = state;
  if (!resource) return;
  const { pool } = engine.database;
  const { procedure } = definition;
  for (const earlier of await findAbsentCalls(pool, { resource, recordId: owner.recordId, procedure })) {
    if ((await lookAgain(engine, definition, earlier)) !== 'unclear') continue;
    const why = `What became of an earlier call for the same ${resource.type}, of record ${earlier.recordId}, cannot be told now.`;
    throw waiting(why, EARLIER_UNCLEAR_MS);
  }
}

/** A provider that cannot say what became of an earlier call is asked again soon: a customer waits. */
const EARLIER_UNCLEAR_MS = 2_000;
