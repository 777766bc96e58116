import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { bigintText } from '../../desk/bigint-text.ts';
import { conflictFilters } from '../../desk/conflict-filters.ts';
import { getAnswer } from '../../desk/get-answer.ts';
import { getRecord } from '../../desk/get-record.ts';
import { listConflicts } from '../../desk/list-conflicts.ts';
import { listRecords } from '../../desk/list-records.ts';
import { recordFilters } from '../../desk/record-filters.ts';
import { search } from '../../desk/search.ts';
import { t } from '../init.ts';
import { operatorProcedure } from '../procedures.ts';
import { readDesk } from '../read-desk.ts';
import { conflictCommands } from './desk/conflict-commands.ts';

const recordInput = z.object({ id: bigintText });

/** Longest key in quotes, with each character escaped. */
const searchInput = z.object({ text: z.string().max(520) });

const recordsRouter = t.router({
  list: operatorProcedure('records:read')
    .input(recordFilters)
    .query(({ ctx, input }) => readDesk(ctx, (snapshot) => listRecords(snapshot, input))),
  get: operatorProcedure('records:read')
    .input(recordInput)
    .query(async ({ ctx, input }) => found(await readDesk(ctx, (snapshot) => getRecord(snapshot, input.id)), input.id)),
  answer: operatorProcedure('answers:read-masked')
    .input(recordInput)
    .query(({ ctx, input }) => readDesk(ctx, (snapshot) => getAnswer(snapshot, input.id))),
});

const conflictsRouter = t.router({
  ...conflictCommands,
  list: operatorProcedure('conflicts:read')
    .input(conflictFilters)
    .query(({ ctx, input }) => readDesk(ctx, (snapshot) => listConflicts(snapshot, input))),
});

export const deskRouter = t.router({
  records: recordsRouter,
  conflicts: conflictsRouter,
  search: operatorProcedure('records:read')
    .input(searchInput)
    .query(({ ctx, input }) => readDesk(ctx, (snapshot) => search(snapshot, input.text))),
});

function found<T>(value: T | null, id: string): T {
  if (value === null)
    throw new TRPCError({ code: 'NOT_FOUND', message: `There is no record ${id}. It may have been forgotten by now.` });
  return value;
}
