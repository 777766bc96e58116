import { z } from 'zod';
import type { Tx } from '../../postgres/guarded-tx.ts';
import { approve, findApproval } from '../../postgres/statements/approvals.ts';
import { lockRecord } from '../../postgres/statements/lock-record.ts';
import { readHeld } from '../../postgres/statements/read-held.ts';
import type { Applied } from '../applied.ts';
import { bigintText } from '../bigint-text.ts';
import type { Operator } from '../operator.ts';
import { reasonText } from '../reason-text.ts';
import { checkApprover } from './check-approval.ts';
import { type FlowRefusal, noSuchRecord, refuseFlow } from './flow-refusal.ts';

export const approveInput = z.object({ id: bigintText, approvalId: bigintText, reason: reasonText() });

/** The second person's word on a decision: of somebody else than who asked. It applies nothing; the holder then commits. */
export async function approveDecision(
  tx: Tx,
  operator: Pick<Operator, 'userId' | 'name'>,
  input: z.output<typeof approveInput>,
): Promise<Applied<{ approvalId: string }> | FlowRefusal> {
  const { id, approvalId } = input;
  await lockRecord(tx, id, 'any');
  const record = await readHeld(tx, id, 'decides');
  if (!record) return noSuchRecord(id);
  const approval = await findApproval(tx, approvalId);
  if (approval?.recordId !== id) {
    return refuseFlow('no_such_approval', `Nobody asked for a second person under ${approvalId} on this record.`);
  }
  const refused = checkApprover(approval, record.attempt, operator.userId);
  if (refused) return refused;
  if (!(await approve(tx, approvalId, operator.userId))) {
    throw new Error(`Question ${approvalId} is open under its record's lock, and its answer matched no row.`);
  }
  return {
    answer: { approvalId },
    ...(approval.evidenceId === null ? {} : { evidenceId: approval.evidenceId }),
    before: { askedBy: approval.askedName, decision: approval.decision },
    after: { approvedBy: operator.name },
  };
}
