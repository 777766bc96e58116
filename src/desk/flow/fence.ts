import { z } from 'zod';
import type { Tx } from '../../postgres/guarded-tx.ts';
import { type Fenced, fenceRecord } from '../../postgres/statements/fence-record.ts';
import { lockRecord } from '../../postgres/statements/lock-record.ts';
import { readHeld } from '../../postgres/statements/read-held.ts';
import type { Applied } from '../applied.ts';
import { bigintText } from '../bigint-text.ts';
import type { Operator } from '../operator.ts';
import { reasonText } from '../reason-text.ts';
import { changed, standing } from './check-decision.ts';
import { fenceGate } from './fence-gate.ts';
import { type FlowRefusal, noSuchRecord, refuseFlow } from './flow-refusal.ts';

/** The attempt that the operator's screen shows. */
export const seenAttempt = z.int().positive();

export const fenceInput = z.object({
  id: bigintText,
  seenAttempt,
  flow: z.enum(['release', 'resolve']),
  reason: reasonText(),
});

/**
 * Takes hold of a record whose owner went silent, or whose outcome nobody knows. `drainMsOf` says of a procedure how long a
 * call of it may be on its way. Queues behind nobody: a locked row is an owner at work.
 */
export async function fence(
  tx: Tx,
  operator: Pick<Operator, 'userId' | 'name'>,
  input: z.output<typeof fenceInput>,
  drainMsOf: (procedure: string) => number,
): Promise<Applied<Fenced & { id: string }> | FlowRefusal> {
  const { id } = input;
  const isLocked = await lockRecord(tx, id, 'unlocked');
  const record = await readHeld(tx, id, 'decides');
  if (!record) return noSuchRecord(id);
  if (!isLocked) {
    return refuseFlow(
      'locked',
      'Somebody is at work on this record at this very moment: its owner, or another operator.',
    );
  }
  // A screen that is stale is told what changed, and the gate's own words where they say it better.
  const refused = fenceGate(record, input.flow, operator.userId);
  if (record.attempt !== input.seenAttempt) return changed(record, input.seenAttempt);
  if (refused) return refused;
  const fenced = await fenceRecord(tx, {
    recordId: id,
    seenAttempt: input.seenAttempt,
    heldBy: operator.userId,
    heldName: operator.name,
    reason: input.reason,
    drainMs: drainMsOf(record.procedure),
  });
  if (!fenced) throw new Error(`Record ${id} is locked and passed the gate, and its fence matched no row.`);
  return {
    answer: { id, ...fenced },
    before: { state: standing(record), attempt: record.attempt, owner: record.leaseOwner },
    after: { state: 'UNKNOWN', attempt: fenced.attempt, heldBy: operator.name },
  };
}
