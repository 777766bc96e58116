import { markConflictReviewed, reviewConflictInput } from '../../../desk/review-conflict.ts';
import { operatorCommand } from '../../operator-command.ts';

/** Commands on conflicts. */
export const conflictCommands = {
  review: operatorCommand({
    permission: 'conflicts:review',
    action: 'conflict.review',
    target: ({ id }: { id: string }) => ({ target: `conflict:${id}` }),
  })
    .input(reviewConflictInput)
    .mutation(({ ctx, input }) => {
      const { id, seenOccurrences } = input;
      return markConflictReviewed(ctx.tx, ctx.operator, { id, seen: { occurrences: seenOccurrences } });
    }),
};
