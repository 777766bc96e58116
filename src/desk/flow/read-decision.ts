import { Refusal } from '../../idempotency/refusal.ts';
import type { Tx } from '../../postgres/guarded-tx.ts';
import { type ApprovalRow, openApproval } from '../../postgres/statements/approvals.ts';
import { type EvidenceRow, findEvidence } from '../../postgres/statements/evidence.ts';
import { lockRecord } from '../../postgres/statements/lock-record.ts';
import { type HeldRecordRow, readHeld } from '../../postgres/statements/read-held.ts';
import { type OpenCallRow, readOpenCall } from '../../postgres/statements/read-open-call.ts';
import { checkDecision } from './check-decision.ts';
import { type FlowRefusal, noSuchRecord, refuseFlow } from './flow-refusal.ts';
import type { Decision, Offer } from './offers.ts';

/** A decision that is offered, with all that it was checked against. */
export type DecisionAtHand = {
  readonly record: HeldRecordRow;
  readonly openCall: OpenCallRow | null;
  readonly evidence: EvidenceRow | null;
  readonly approval: ApprovalRow | null;
  readonly offer: Offer;
};

/** Locks the record and checks a decision against everything as it is under the lock, or says why it is refused. */
export async function readDecision(
  tx: Tx,
  operatorId: string,
  asked: {
    readonly id: string;
    readonly seenAttempt: number;
    readonly decision: Decision;
    readonly evidenceId: string | null;
  },
): Promise<DecisionAtHand | FlowRefusal> {
  const { id, evidenceId } = asked;
  await lockRecord(tx, id, 'any');
  const record = await readHeld(tx, id, 'decides');
  if (!record) return noSuchRecord(id);
  const openCall = await readOpenCall(tx, id, 'decides');
  const evidence = evidenceId === null ? null : await findEvidence(tx, { id: evidenceId, recordId: id });
  if (evidenceId !== null && !evidence) {
    return refuseFlow('evidence_needed', `There is no look-up ${evidenceId} of this record.`);
  }
  const offer = checkDecision({ record, openCall, evidence }, asked, operatorId);
  if (offer instanceof Refusal) return offer;
  return { record, openCall, evidence, approval: await openApproval(tx, id), offer };
}
