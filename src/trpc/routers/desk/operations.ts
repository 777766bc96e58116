import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { bigintText } from '../../../desk/bigint-text.ts';
import { BULK_ABOUT, type BulkJob, type BulkKind } from '../../../desk/bulk/kinds.ts';
import {
  countOperations,
  getOperation,
  itemFilters,
  listItems,
  listOperations,
  operationFilters,
} from '../../../desk/bulk/list-operations.ts';
import { previewBulk, previewBulkInput } from '../../../desk/bulk/preview.ts';
import { abortBulkInput, abortBulkOperation, startBulkInput, startBulkOperation } from '../../../desk/bulk/start.ts';
import { t } from '../../init.ts';
import { operatorCommand } from '../../operator-command.ts';
import { operatorProcedure } from '../../procedures.ts';
import { readDesk } from '../../read-desk.ts';

const operation = ({ id }: { id: string }) => ({ target: `operation:${id}` });

/** Bulk jobs: previewed, started and stopped by operators, carried out by the worker. */
export const operationsRouter = t.router({
  list: operatorProcedure('operations:read')
    .input(operationFilters)
    .query(({ ctx, input }) => readDesk(ctx, (snapshot) => listOperations(snapshot, input))),
  count: operatorProcedure('operations:read')
    .input(operationFilters)
    .query(({ ctx, input }) => readDesk(ctx, (snapshot) => countOperations(snapshot, input))),
  get: operatorProcedure('operations:read')
    .input(z.object({ id: bigintText }))
    .query(async ({ ctx, input }) => {
      const found = await readDesk(ctx, (snapshot) => getOperation(snapshot, input.id));
      if (found) return found;
      throw new TRPCError({ code: 'NOT_FOUND', message: `There is no operation ${input.id}.` });
    }),
  items: operatorProcedure('operations:read')
    .input(itemFilters)
    .query(({ ctx, input }) => readDesk(ctx, (snapshot) => listItems(snapshot, input))),
  preview: operatorCommand({
    permission: 'operations:run',
    action: 'operation.preview',
    target: ({ job }: { job: BulkJob }) => ({ target: `operation:${job.kind}` }),
    alsoNeeds: ({ job }) => BULK_ABOUT[job.kind].permission,
  })
    .input(previewBulkInput)
    .mutation(({ ctx, input }) => previewBulk(ctx.tx, ctx.operator, input)),
  start: operatorCommand({
    permission: 'operations:run',
    action: 'operation.start',
    severe: true,
    target: (input: { id: string; kind: BulkKind }) => operation(input),
    alsoNeeds: ({ kind }) => BULK_ABOUT[kind].permission,
  })
    .input(startBulkInput)
    .mutation(({ ctx, input }) => startBulkOperation(ctx.tx, ctx.operator, input)),
  abort: operatorCommand({ permission: 'operations:run', action: 'operation.abort', target: operation })
    .input(abortBulkInput)
    .mutation(({ ctx, input }) => abortBulkOperation(ctx.tx, ctx.operator, input)),
});
