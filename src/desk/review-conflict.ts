import { z } from 'zod';
import { type Refusal, refuse } from '../idempotency/refusal.ts';
import type { Tx } from '../postgres/guarded-tx.ts';
import { readConflict, reviewConflict } from '../postgres/statements/review-conflict.ts';
import type { Applied } from './applied.ts';
import { bigintText } from './bigint-text.ts';
import { changed } from './changed.ts';
import type { Operator } from './operator.ts';

export const reviewConflictInput = z.object({ id: bigintText, seenOccurrences: z.int().positive() });

/** Marks one conflict reviewed, as often as it was seen by then. A newer occurrence or another's review is `changed`. */
export async function markConflictReviewed(
  tx: Tx,
  operator: Operator,
  { id, seenOccurrences }: z.output<typeof reviewConflictInput>,
): Promise<Applied<{ id: string; reviewedAt: Date }> | Refusal> {
  const reviewed = await reviewConflict(tx, id, { reviewedBy: operator.name, occurrences: seenOccurrences });
  if (reviewed?.reviewedAt) {
    const { occurrences, reviewedAt, reviewedBy } = reviewed;
    return {
      answer: { id, reviewedAt },
      before: { reviewedBy: null, occurrences },
      after: { reviewedBy, occurrences },
    };
  }
  const now = await readConflict(tx, id);
  if (!now) return refuse('not_found', 404, `There is no conflict ${id}. Its record may have been forgotten by now.`);
  const { occurrences, reviewedBy } = now;
  const what =
    occurrences === seenOccurrences
      ? `${reviewedBy ?? 'Somebody'} has marked this conflict reviewed already.`
      : `This conflict has occurred ${occurrences} times by now, ${seenOccurrences} were seen.`;
  return changed(what, { occurrences, reviewedBy, reviewedAt: now.reviewedAt?.toISOString() ?? null });
}
