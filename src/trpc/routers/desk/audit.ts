import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { bigintText } from '../../../desk/bigint-text.ts';
import { auditFilters, countAudit, getAudit, listAudit } from '../../../desk/list-audit.ts';
import { t } from '../../init.ts';
import { operatorProcedure } from '../../procedures.ts';
import { readDesk } from '../../read-desk.ts';

/** Questions to the audit. It can be added to by commands only, and changed by nobody. */
export const auditRouter = t.router({
  list: operatorProcedure('audit:read')
    .input(auditFilters)
    .query(({ ctx, input }) => readDesk(ctx, (snapshot) => listAudit(snapshot, input))),
  count: operatorProcedure('audit:read')
    .input(auditFilters)
    .query(({ ctx, input }) => readDesk(ctx, (snapshot) => countAudit(snapshot, input))),
  get: operatorProcedure('audit:read')
    .input(z.object({ id: bigintText }))
    .query(async ({ ctx, input }) => {
      const found = await readDesk(ctx, (snapshot) => getAudit(snapshot, input.id));
      if (found) return found;
      throw new TRPCError({ code: 'NOT_FOUND', message: `There is no audit entry ${input.id}.` });
    }),
});
