import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { bigintText } from '../../desk/bigint-text.ts';
import { getAnswer } from '../../desk/get-answer.ts';
import { getRecord } from '../../desk/get-record.ts';
import { getRecordAudit } from '../../desk/get-record-audit.ts';
import { search } from '../../desk/search.ts';
import { t } from '../init.ts';
import { operatorProcedure } from '../procedures.ts';
import { readDesk } from '../read-desk.ts';
import { accessRouter } from './desk/access.ts';
import { auditRouter } from './desk/audit.ts';
import { conflictCommands } from './desk/conflict-commands.ts';
import { alarmsRouter, flowRouter } from './desk/flow.ts';
import { lists } from './desk/lists.ts';
import { operationsRouter } from './desk/operations.ts';
import { overviewRouter } from './desk/overview.ts';
import { recordCommands } from './desk/record-commands.ts';
import { viewsRouter } from './desk/views.ts';

const recordInput = z.object({ id: bigintText });

/** A large answer is sent only when somebody asks for the `whole` of it. */
const answerInput = recordInput.extend({ whole: z.boolean().default(false) });

/** Longest key in quotes, with each character escaped. */
const searchInput = z.object({ text: z.string().max(520) });

const recordsRouter = t.router({
  ...recordCommands,
  ...lists.records,
  get: operatorProcedure('records:read')
    .input(recordInput)
    .query(async ({ ctx, input }) => found(await readDesk(ctx, (snapshot) => getRecord(snapshot, input.id)), input.id)),
  answer: operatorProcedure('answers:read-masked')
    .input(answerInput)
    .query(({ ctx, input }) => readDesk(ctx, (snapshot) => getAnswer(snapshot, input))),
  audit: operatorProcedure('records:read')
    .input(recordInput)
    .query(({ ctx, input }) => readDesk(ctx, (snapshot) => getRecordAudit(snapshot, input.id, ctx.operator))),
});

const conflictsRouter = t.router({
  ...conflictCommands,
  ...lists.conflicts,
});

export const deskRouter = t.router({
  records: recordsRouter,
  conflicts: conflictsRouter,
  access: accessRouter,
  overview: overviewRouter,
  flow: flowRouter,
  alarms: alarmsRouter,
  operations: operationsRouter,
  audit: auditRouter,
  stuck: t.router(lists.stuck),
  unknown: t.router(lists.unknown),
  expiring: t.router(lists.expiring),
  duplicates: t.router(lists.duplicates),
  views: viewsRouter,
  search: operatorProcedure('records:read')
    .input(searchInput)
    .query(({ ctx, input }) => readDesk(ctx, (snapshot) => search(snapshot, input.text))),
});

function found<T>(value: T | null, id: string): T {
  if (value === null)
    throw new TRPCError({ code: 'NOT_FOUND', message: `There is no record ${id}. It may have been forgotten by now.` });
  return value;
}
