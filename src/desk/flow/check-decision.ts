import { checkEvidence } from './check-evidence.ts';
import type { EvidenceFacts, OpenCallFacts, RecordFacts } from './flow-facts.ts';
import { type FlowRefusal, refuseFlow } from './flow-refusal.ts';
import { type Decision, type Offer, offersOn } from './offers.ts';

/** All that a decision is checked against, read under the record's lock. */
export type DecisionFacts = {
  readonly record: RecordFacts;
  readonly openCall: OpenCallFacts | null;
  /** The evidence that the operator decides on, or null where none was named. */
  readonly evidence: EvidenceFacts | null;
};

/** What the operator asks for, on what was seen. */
export type DecisionAsked = { readonly decision: Decision; readonly seenAttempt: number };

/** The offer that a decision is, or why it is refused. */
export function checkDecision(facts: DecisionFacts, asked: DecisionAsked, operatorId: string): Offer | FlowRefusal {
  const { record, openCall, evidence } = facts;
  const refused = checkHold(record, asked.seenAttempt, operatorId);
  if (refused) return refused;
  if (openCall && !evidence) {
    return refuseFlow('evidence_needed', `The call "${openCall.step}" is open: look it up first.`);
  }
  const fault = evidence && openCall ? checkEvidence(evidence, { attempt: record.attempt, openCall }) : null;
  if (fault) return fault;
  const offers = offersOn(evidence, openCall);
  return (
    offers.find(({ decision }) => decision === asked.decision) ??
    refuseFlow(
      'not_offered',
      `On ${evidence ? evidence.result.replaceAll('_', ' ') : 'no evidence'} "${asked.decision}" is not offered; ` +
        `offered is: ${offers.map(({ decision }) => decision).join(', ') || 'to stay held'}.`,
    )
  );
}

/** Why this operator may not act on the hold: it changed, is somebody else's, or its drain is not over. Null: may. */
export function checkHold(record: RecordFacts, seenAttempt: number, operatorId: string): FlowRefusal | null {
  if (record.attempt !== seenAttempt) return changed(record, seenAttempt);
  const { hold } = record;
  if (!hold || record.state !== 'UNKNOWN')
    return refuseFlow('not_held', `Nobody holds this record; it is ${standing(record)}.`);
  if (hold.heldBy !== operatorId) return refuseFlow('not_yours', `${hold.heldName} holds this record: ${hold.reason}`);
  if (hold.drainLeftMs > 0) {
    return refuseFlow(
      'draining',
      `A call of the old owner may be on its way for ${Math.ceil(hold.drainLeftMs / 1_000)} s more.`,
    );
  }
  return null;
}

/** The screen is stale: says what was seen and what is. */
export const changed = (record: RecordFacts, seenAttempt: number): FlowRefusal =>
  refuseFlow(
    'changed',
    `You saw this record at attempt ${seenAttempt}; it is ${standing(record)} at attempt ${record.attempt} now. Nothing was done.`,
    { attempt: record.attempt, state: record.state, standing: standing(record), heldBy: record.hold?.heldName ?? null },
  );

/** How a record stands, in words. */
export function standing({ state, parkedReason, hold }: RecordFacts): string {
  switch (state) {
    case 'COMPLETED':
      return 'completed';
    case 'UNKNOWN':
      return hold ? `held by ${hold.heldName}` : 'unknown';
    case 'IN_PROGRESS':
      return parkedReason === null ? 'in progress' : 'parked';
  }
}
