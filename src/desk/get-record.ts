import { type KeyWarning, keyWarning } from '../idempotency/key-warning.ts';
import type { Snapshot } from '../postgres/read-only.ts';
import { findRecord, type RecordDetails } from '../postgres/statements/find-record.ts';
import { conflictFilters } from './conflict-filters.ts';
import { type ConflictListItem, listConflicts } from './list-conflicts.ts';
import { type TimelineEvent, timelineOf } from './timeline.ts';

/** All of a record but its answer, which has a permission of its own. */
export type RecordPageData = {
  readonly record: RecordDetails & { readonly keyWarning: KeyWarning | null };
  readonly timeline: readonly TimelineEvent[];
  readonly conflicts: readonly ConflictListItem[];
  /** There are more conflicts than these: the conflicts page has all. */
  readonly hasMoreConflicts: boolean;
  readonly asOf: Date;
};

/** The record of this id with its timeline and latest conflicts; null when there is none. */
export async function getRecord(snapshot: Snapshot, id: string): Promise<RecordPageData | null> {
  const record = await findRecord(snapshot.client, id);
  if (!record) return null;
  const { rows, hasNext } = await listConflicts(snapshot, conflictFilters.parse({ record: id }));
  return {
    record: { ...record, keyWarning: keyWarning(record.key) },
    timeline: timelineOf(record, rows),
    conflicts: rows,
    hasMoreConflicts: hasNext,
    asOf: snapshot.asOf,
  };
}
