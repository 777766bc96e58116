import { z } from 'zod';
import { Refusal } from '../../idempotency/refusal.ts';
import type { Tx } from '../../postgres/guarded-tx.ts';
import { askApproval as insertApproval } from '../../postgres/statements/approvals.ts';
import type { Applied } from '../applied.ts';
import { bigintText } from '../bigint-text.ts';
import type { Operator } from '../operator.ts';
import { reasonText } from '../reason-text.ts';
import { seenAttempt } from './fence.ts';
import { type FlowRefusal, refuseFlow } from './flow-refusal.ts';
import { DECISIONS } from './offers.ts';
import { readDecision } from './read-decision.ts';

export const askApprovalInput = z.object({
  id: bigintText,
  seenAttempt,
  decision: z.enum(DECISIONS),
  evidenceId: bigintText.nullable(),
  reason: reasonText(),
});

/** Asks for a second person, who then sees the same evidence. A newer question closes an older one of the record. */
export async function askApproval(
  tx: Tx,
  operator: Pick<Operator, 'userId' | 'name'>,
  input: z.output<typeof askApprovalInput>,
): Promise<Applied<{ approvalId: string }> | FlowRefusal> {
  const at = await readDecision(tx, operator.userId, input);
  if (at instanceof Refusal) return at;
  if (!at.offer.needsSecondPerson) {
    return refuseFlow('second_person_not_needed', 'This decision takes no second person.');
  }
  const { id, decision, evidenceId, reason } = input;
  const asked = { askedBy: operator.userId, askedName: operator.name };
  const row = { recordId: id, attempt: at.record.attempt, evidenceId, decision, reason, ...asked };
  const approvalId = await insertApproval(tx, row);
  return {
    answer: { approvalId },
    ...(evidenceId === null ? {} : { evidenceId }),
    after: { decision, result: at.evidence?.result ?? null },
  };
}
