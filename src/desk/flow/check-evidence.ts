import type { EvidenceFacts, OpenCallFacts } from './flow-facts.ts';
import { type FlowRefusal, refuseFlow } from './flow-refusal.ts';

/** Why this evidence decides nothing about this call of this attempt, or null. */
export function checkEvidence(
  evidence: EvidenceFacts,
  of: { readonly attempt: number; readonly openCall: Pick<OpenCallFacts, 'step' | 'ordinal'> },
): FlowRefusal | null {
  const { attempt, openCall } = of;
  if (evidence.weight !== 'authoritative') {
    return refuseFlow(
      'evidence_advisory',
      'A look-up from before the fence is advice: the old owner may have called since.',
    );
  }
  if (evidence.attempt !== attempt) {
    return refuseFlow(
      'evidence_other_attempt',
      `The look-up was made for attempt ${evidence.attempt}; the record is at attempt ${attempt}. Look it up again.`,
    );
  }
  if (evidence.step !== openCall.step || evidence.ordinal !== openCall.ordinal) {
    return refuseFlow(
      'evidence_other_call',
      `The look-up was of call ${evidence.ordinal} of "${evidence.step}"; open is call ${openCall.ordinal} of "${openCall.step}".`,
    );
  }
  if (evidence.validLeftMs <= 0) {
    return refuseFlow('evidence_expired', 'The look-up is older than ten minutes. Look it up again.');
  }
  return null;
}
