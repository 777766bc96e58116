import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { extendRetention, extendRetentionInput } from '../../../desk/extend-retention.ts';
import { purgeAnswer, purgeAnswerInput } from '../../../desk/purge-answer.ts';
import { REVEAL_ACTION, revealAnswer, revealAnswerInput, revealedAnswer } from '../../../desk/reveal-answer.ts';
import { operatorCommand } from '../../operator-command.ts';
import { operatorProcedure } from '../../procedures.ts';
import { readDesk } from '../../read-desk.ts';

const record = ({ id }: { id: string }) => ({ target: `record:${id}`, recordId: id });

/** Commands on what is kept of a record, and the look at an answer that one of them opened. */
export const recordCommands = {
  extendRetention: operatorCommand({
    permission: 'retention:extend',
    action: 'record.extend_retention',
    target: record,
  })
    .input(extendRetentionInput)
    .mutation(({ ctx, input }) => extendRetention(ctx.tx, ctx.operator, input)),
  purgeAnswer: operatorCommand({ permission: 'answers:purge', action: 'answer.purge', severe: true, target: record })
    .input(purgeAnswerInput)
    .mutation(({ ctx, input }) => purgeAnswer(ctx.tx, ctx.operator, input)),
  revealAnswer: operatorCommand({ permission: 'answers:reveal', action: REVEAL_ACTION, severe: true, target: record })
    .input(revealAnswerInput)
    .mutation(({ ctx, input }) => revealAnswer(ctx.tx, ctx.operator, input)),
  revealedAnswer: operatorProcedure('answers:reveal')
    .input(z.object({ requestId: z.uuid() }))
    .query(async ({ ctx, input }) => {
      const answer = await readDesk(ctx, (snapshot) => revealedAnswer(snapshot, ctx.operator, input.requestId));
      if (answer) return answer;
      const message = 'This answer is not open to you, or not any more. Reveal it again to look at it.';
      throw new TRPCError({ code: 'NOT_FOUND', message });
    }),
};
