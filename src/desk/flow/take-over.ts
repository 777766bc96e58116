import { z } from 'zod';
import type { Tx } from '../../postgres/guarded-tx.ts';
import { lockRecord } from '../../postgres/statements/lock-record.ts';
import { readHeld } from '../../postgres/statements/read-held.ts';
import { takeOverHold } from '../../postgres/statements/take-over-hold.ts';
import type { Applied } from '../applied.ts';
import { bigintText } from '../bigint-text.ts';
import type { Operator } from '../operator.ts';
import { reasonText } from '../reason-text.ts';
import { checkTakeover } from './check-takeover.ts';
import { seenAttempt } from './fence.ts';
import { type FlowRefusal, noSuchRecord } from './flow-refusal.ts';

export const takeOverInput = z.object({ id: bigintText, seenAttempt, reason: reasonText() });

/** Takes over a hold that its holder has left alone for half an hour. What was looked up and asked for is to be done anew. */
export async function takeOver(
  tx: Tx,
  operator: Pick<Operator, 'userId' | 'name'>,
  input: z.output<typeof takeOverInput>,
): Promise<Applied<{ id: string; attempt: number }> | FlowRefusal> {
  const { id } = input;
  await lockRecord(tx, id, 'any');
  const record = await readHeld(tx, id, 'decides');
  if (!record) return noSuchRecord(id);
  const refused = checkTakeover(record, input.seenAttempt, operator.userId);
  if (refused || !record.hold) return refused ?? noSuchRecord(id);
  const attempt = await takeOverHold(tx, {
    recordId: id,
    seenAttempt: input.seenAttempt,
    from: record.hold.heldBy,
    heldBy: operator.userId,
    heldName: operator.name,
    reason: input.reason,
  });
  if (attempt === null)
    throw new Error(`The hold of record ${id} is locked and idle, and its takeover matched no row.`);
  return {
    answer: { id, attempt },
    before: { heldBy: record.hold.heldName, attempt: record.attempt },
    after: { heldBy: operator.name, attempt },
  };
}
