import { z } from 'zod';
import { Refusal } from '../idempotency/refusal.ts';
import type { Tx } from '../postgres/guarded-tx.ts';
import { purgeKept } from '../postgres/statements/keep-record.ts';
import type { Applied } from './applied.ts';
import { bigintText } from './bigint-text.ts';
import { changed } from './changed.ts';
import { lockCompleted } from './kept-record.ts';
import type { Operator } from './operator.ts';
import { reasonText } from './reason-text.ts';

export const purgeAnswerInput = z.object({ id: bigintText, reason: reasonText() });

/** Removes a kept answer now. What is left is a tombstone: the key stays taken, and its retries get `answer_purged`. */
export async function purgeAnswer(
  tx: Tx,
  _operator: Operator,
  { id }: { readonly id: string },
): Promise<Applied<{ id: string; answerKept: 'purged' }> | Refusal> {
  const before = await lockCompleted(tx, id);
  if (before instanceof Refusal) return before;
  if (!(await purgeKept(tx, id))) {
    return changed(`No answer of record ${id} is kept (${before.answerKept}).`, { answerKept: before.answerKept });
  }
  return {
    answer: { id, answerKept: 'purged' },
    before: { answerKept: before.answerKept },
    after: { answerKept: 'purged' },
  };
}
