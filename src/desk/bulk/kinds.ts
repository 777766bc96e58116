import { z } from 'zod';
import { bigintText } from '../bigint-text.ts';
import { conflictFilters } from '../conflict-filters.ts';
import { extensionHours } from '../extend-retention.ts';
import type { Permission } from '../permissions.ts';
import { expiringFilters, recordFilters } from '../record-filters.ts';

/** What can be done to many at once. Nothing that decides an outcome: there is no bulk release and no bulk resolve. */
export const BULK_KINDS = ['extend_retention', 'purge_answers', 'review_conflicts'] as const;

export type BulkKind = (typeof BULK_KINDS)[number];

/** What one item of each kind needs, and what the audit calls it. */
export const BULK_ABOUT: Readonly<
  Record<BulkKind, { permission: Permission; action: string; of: 'record' | 'conflict' }>
> = {
  extend_retention: { permission: 'retention:extend', action: 'record.extend_retention', of: 'record' },
  purge_answers: { permission: 'answers:purge', action: 'answer.purge', of: 'record' },
  review_conflicts: { permission: 'conflicts:review', action: 'conflict.review', of: 'conflict' },
};

/** Ten thousand items take minutes, can be looked through, and are not half the table by a slip of a filter. */
export const MAX_BULK_ITEMS = 10_000;

const selection = z.object({ page: z.literal('selection'), ids: z.array(bigintText).min(1).max(MAX_BULK_ITEMS) });

const records = z.discriminatedUnion('page', [
  selection,
  z.object({ page: z.literal('records'), filter: recordFilters }),
  z.object({ page: z.literal('expiring'), filter: expiringFilters }),
]);

const conflicts = z.discriminatedUnion('page', [
  selection,
  z.object({ page: z.literal('conflicts'), filter: conflictFilters }),
]);

/** A bulk job as it is asked for: what to do, and to which rows. */
export const bulkJob = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('extend_retention'), hours: extensionHours, from: records }),
  z.object({ kind: z.literal('purge_answers'), from: records }),
  z.object({ kind: z.literal('review_conflicts'), from: conflicts }),
]);

export type BulkJob = z.output<typeof bulkJob>;

/** What a kind needs beside its targets, as the job keeps it. */
export const bulkSettings = z.object({ hours: extensionHours.optional() });
