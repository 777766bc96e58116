import { type FlowRefusal, refuseFlow } from './flow-refusal.ts';
import type { Decision } from './offers.ts';

/** A second person's word, as it is kept. */
export type ApprovalFacts = {
  readonly id: string;
  readonly attempt: number;
  readonly evidenceId: string | null;
  readonly decision: Decision;
  readonly askedBy: string;
  readonly askedName: string;
  readonly approvedBy: string | null;
  readonly isClosed: boolean;
};

/** Why this person may not approve, or null. */
export function checkApprover(approval: ApprovalFacts, attempt: number, approverId: string): FlowRefusal | null {
  if (approval.isClosed || approval.approvedBy !== null) {
    return refuseFlow('approval_closed', 'This question is closed: it was answered, withdrawn or overtaken.');
  }
  if (approval.attempt !== attempt) {
    return refuseFlow(
      'changed',
      `It was asked at attempt ${approval.attempt}; the record is at attempt ${attempt} now.`,
    );
  }
  if (approval.askedBy === approverId) {
    return refuseFlow('same_person', 'The second person must be somebody else than the one who asks.');
  }
  return null;
}

/** Why a decision lacks its second person, or null: somebody else approved this very decision on this very evidence. */
export function checkSecondPerson(
  approval: ApprovalFacts | null,
  of: { readonly decision: Decision; readonly evidenceId: string | null; readonly attempt: number },
  operatorId: string,
): FlowRefusal | null {
  const isOfThis =
    approval !== null &&
    !approval.isClosed &&
    approval.attempt === of.attempt &&
    approval.decision === of.decision &&
    approval.evidenceId === of.evidenceId &&
    approval.askedBy === operatorId;
  if (!isOfThis || approval.approvedBy === null) {
    return refuseFlow('second_person_needed', 'This decision takes a second person, who sees the same evidence.');
  }
  if (approval.approvedBy === operatorId) {
    return refuseFlow('same_person', 'The second person must be somebody else.');
  }
  return null;
}
