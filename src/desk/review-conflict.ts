import { z } from 'zod';
import { type Refusal, refuse } from '../idempotency/refusal.ts';
import type { Tx } from '../postgres/guarded-tx.ts';
import { readConflict, reviewConflict, type SeenConflict } from '../postgres/statements/review-conflict.ts';
import type { Applied } from './applied.ts';
import { bigintText } from './bigint-text.ts';
import { changed } from './changed.ts';
import type { Operator } from './operator.ts';

export const reviewConflictInput = z.object({ id: bigintText, seenOccurrences: z.int().positive() });

/** Marks one conflict reviewed, as it was seen. A newer occurrence or another's review is `changed`. */
export async function markConflictReviewed(
  tx: Tx,
  operator: Operator,
  { id, seen }: { readonly id: string; readonly seen: SeenConflict },
): Promise<Applied<{ id: string; reviewedAt: Date }> | Refusal> {
  const reviewed = await reviewConflict(tx, id, operator.userId, seen);
  if (reviewed?.reviewedAt) {
    const { occurrences, reviewedAt } = reviewed;
    return {
      answer: { id, reviewedAt },
      before: { reviewedBy: null, occurrences },
      after: { reviewedBy: operator.name, occurrences },
    };
  }
  const now = await readConflict(tx, id);
  if (!now) return refuse('not_found', 404, `There is no conflict ${id}. Its record may have been forgotten by now.`);
  const { occurrences, reviewedBy } = now;
  const hasMore = 'occurrences' in seen ? occurrences !== seen.occurrences : reviewedBy === null;
  const what = hasMore
    ? `This conflict has occurred again since it was looked at, ${occurrences} times by now.`
    : `${reviewedBy ?? 'Somebody'} has marked this conflict reviewed already.`;
  return changed(what, { occurrences, reviewedBy, reviewedAt: now.reviewedAt?.toISOString() ?? null });
}
