import type { z } from 'zod';
import { conflictFilters, duplicateFilters } from '../../../desk/conflict-filters.ts';
import { countConflicts, listConflicts } from '../../../desk/list-conflicts.ts';
import { countDuplicates, listDuplicates } from '../../../desk/list-duplicates.ts';
import {
  countExpiring,
  countRecords,
  countStuck,
  countUnknown,
  listExpiring,
  listRecords,
  listStuck,
  listUnknown,
} from '../../../desk/list-records.ts';
import type { ListCounted } from '../../../desk/list-rows.ts';
import type { Permission } from '../../../desk/permissions.ts';
import { expiringFilters, openFilters, recordFilters } from '../../../desk/record-filters.ts';
import type { Snapshot } from '../../../postgres/read-only.ts';
import type { Context } from '../../context.ts';
import { operatorProcedure } from '../../procedures.ts';
import { readDesk } from '../../read-desk.ts';

type Question<Input, Answer> = (snapshot: Snapshot, input: Input) => Promise<Answer>;

// tRPC cannot see through a schema that is not known yet: what it parsed is what the schema gives.
const read = <Input, Answer>(ctx: Pick<Context, 'runtime'>, question: Question<Input, Answer>, input: unknown) =>
  readDesk(ctx, (snapshot) => question(snapshot, input as Input));

/** A list's two questions: its rows, and how many there are. */
const list = <Schema extends z.ZodType, Page>(
  permission: Permission,
  filters: Schema,
  rows: Question<z.output<Schema>, Page>,
  count: Question<z.output<Schema>, ListCounted>,
) => ({
  list: operatorProcedure(permission)
    .input(filters)
    .query(({ ctx, input }) => read(ctx, rows, input)),
  // Asked by itself, and seldom: no list waits for its count.
  count: operatorProcedure(permission)
    .input(filters)
    .query(({ ctx, input }) => read(ctx, count, input)),
});

/** The questions of each preset list. */
export const lists = {
  records: list('records:read', recordFilters, listRecords, countRecords),
  stuck: list('records:read', openFilters, listStuck, countStuck),
  unknown: list('records:read', openFilters, listUnknown, countUnknown),
  expiring: list('records:read', expiringFilters, listExpiring, countExpiring),
  conflicts: list('conflicts:read', conflictFilters, listConflicts, countConflicts),
  duplicates: list('records:read', duplicateFilters, listDuplicates, countDuplicates),
};
