import { getOverview, getShellCounts, overviewFilters } from '../../../desk/get-overview.ts';
import { t } from '../../init.ts';
import { operatorProcedure } from '../../procedures.ts';
import { readDesk } from '../../read-desk.ts';

/** What is going on, and what the frame counts. */
export const overviewRouter = t.router({
  get: operatorProcedure('overview:read')
    .input(overviewFilters)
    .query(async ({ ctx, input }) => ({
      ...(await readDesk(ctx, (snapshot) => getOverview(snapshot, input, ctx.operator))),
      retention: ctx.runtime.retention,
    })),
  counts: operatorProcedure('overview:read').query(({ ctx }) => readDesk(ctx, getShellCounts)),
});
