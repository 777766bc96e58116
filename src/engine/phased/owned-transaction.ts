import type { ClientBase } from 'pg';
import { classifyDatabaseFailure, isNotTheOwner } from '../../postgres/failure.ts';
import { proveOwnership } from '../../postgres/statements/prove-ownership.ts';
import { backOff } from '../back-off.ts';
import { type Body, inTransaction, type RunWork } from '../transaction.ts';
import type { AttemptState } from './attempt-state.ts';
import { LostOwnership } from './interruption.ts';

/** Tries of one step: as for a transactional run. */
const MAX_TRIES = 4;

/**
 * A step's transaction: ownership is proved first and the lease extended, so that an attempt that lost its record commits
 * nothing, not even business rows. Serialization failures are tried again.
 * @throws LostOwnership, or what the work or the database threw. A lost COMMIT is thrown too: the record tells later.
 */
export async function ownedTransaction<T>(
  state: AttemptState,
  body: (runWork: RunWork, client: ClientBase) => Promise<Body<T>>,
  leaseMs: number = state.engine.limits.leaseMs,
): Promise<T> {
  const { engine, owner } = state;
  for (let tries = 1; ; tries++) {
    const ended = await inTransaction(
      engine.database,
      [proveOwnership(owner, leaseMs, engine.limits)],
      (_proved, runWork, client) => body(runWork, client),
    );
    if (ended.end === 'committed') return ended.value;
    if (isNotTheOwner(ended.error)) throw new LostOwnership();
    const isConflict = ended.end === 'failed' && classifyDatabaseFailure(ended.error) === 'conflict';
    if (!isConflict || tries === MAX_TRIES) throw ended.error;
    await backOff(tries);
  }
}
