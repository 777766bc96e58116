import { z } from 'zod';
import { type Refusal, refuse } from '../../idempotency/refusal.ts';
import type { Tx } from '../../postgres/guarded-tx.ts';
import { addBulk, freezeTargets, listTargets, type TargetsSource } from '../../postgres/statements/bulk-operation.ts';
import { conflictsSource } from '../../postgres/statements/list-conflicts.ts';
import { expiringSource, recordsSource } from '../../postgres/statements/list-records.ts';
import type { Applied } from '../applied.ts';
import type { Operator } from '../operator.ts';
import { BULK_ABOUT, type BulkJob, bulkJob, MAX_BULK_ITEMS } from './kinds.ts';

export const previewBulkInput = z.object({ job: bulkJob });

export type BulkPreview = { readonly id: string; readonly total: number; readonly isCapped: boolean };

/**
 * Freezes the ids that a filter or a selection names right now: whatever matches later is not touched. `isCapped`: there
 * are more, and only the first ones of the list are in it. Nothing is done to them yet.
 */
export async function previewBulk(
  tx: Tx,
  operator: Operator,
  { job }: { readonly job: BulkJob },
): Promise<Applied<BulkPreview> | Refusal> {
  const id = await addBulk(tx, {
    kind: job.kind,
    filter: JSON.stringify(job.from),
    settings: JSON.stringify(job.kind === 'extend_retention' ? { hours: job.hours } : {}),
    actorId: operator.userId,
    actorName: operator.name,
    role: operator.role,
  });
  const { total, isCapped } = await freezeTargets(tx, id, sourceOf(job), MAX_BULK_ITEMS);
  if (total === 0) return refuse('nothing_matches', 404, 'Nothing matches any more, so there is nothing to do.');
  return {
    answer: { id, total, isCapped },
    target: `operation:${id}`,
    after: { kind: job.kind, from: job.from, total },
  };
}

function sourceOf(job: BulkJob): TargetsSource {
  const { from } = job;
  switch (from.page) {
    case 'selection':
      return { kind: 'ids', table: TABLES[BULK_ABOUT[job.kind].of], ids: from.ids };
    case 'records':
      return listTargets(recordsSource, { sort: 'created', order: from.filter.order ?? 'desc', filters: from.filter });
    case 'expiring': {
      const source = expiringSource(from.filter.ends, from.filter.within);
      return listTargets(source, { sort: 'ends', order: from.filter.order ?? 'asc', filters: from.filter });
    }
    case 'conflicts': {
      const { sort = 'lastSeen', order = 'desc' } = from.filter;
      return listTargets(conflictsSource, { sort, order, filters: from.filter });
    }
  }
}

const TABLES = { record: 'idempotency_record', conflict: 'conflict_event' } as const;
