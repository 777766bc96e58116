import type { Policy } from '../idempotency/policy.ts';
import type { OutcomeRow } from '../postgres/statements/complete.ts';
import type { EncodedAnswer } from './run.ts';

/** What the record keeps of an answer: all of it, unless the procedure keeps references only or it is over the limit. */
export function outcomeRow(
  outcome: 'success' | 'refusal',
  answer: EncodedAnswer,
  policy: Pick<Policy, 'keepAnswer' | 'maxAnswerBytes' | 'retention'>,
): OutcomeRow {
  const answerBytes = Buffer.byteLength(answer.text);
  const answerKept =
    policy.keepAnswer === 'reference' ? 'reference' : answerBytes > policy.maxAnswerBytes ? 'too_large' : 'full';
  return {
    outcome,
    status: answer.status,
    answer: answerKept === 'full' ? answer.text : null,
    answerKept,
    answerBytes,
    resourceId: answer.resourceId,
    retention: policy.retention,
  };
}
