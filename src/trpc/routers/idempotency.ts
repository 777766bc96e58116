import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { statusOf } from '../../engine/status.ts';
import { parseKey } from '../../idempotency/key.ts';
import { t } from '../init.ts';
import { accountProcedure } from '../procedures.ts';

export const idempotencyRouter = t.router({
  status: accountProcedure.input(z.object({ key: z.string() })).query(({ ctx, input }) => {
    const parsed = parseKey(input.key);
    if (!parsed.ok) throw new TRPCError({ code: 'BAD_REQUEST', message: parsed.refusal.message });
    return statusOf(ctx.runtime.engine, ctx.account.accountId, parsed.key);
  }),
});
