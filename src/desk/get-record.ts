import { type KeyWarning, keyWarning } from '../idempotency/key-warning.ts';
import type { Snapshot } from '../postgres/read-only.ts';
import { findRecord, type RecordDetails } from '../postgres/statements/find-record.ts';
import { type ShownReference, type ShownStep, showRun } from '../postgres/statements/show-run.ts';
import { conflictFilters } from './conflict-filters.ts';
import { type ConflictListItem, listConflicts } from './list-conflicts.ts';
import { maskText } from './mask-text.ts';
import { type TimelineEvent, timelineOf } from './timeline.ts';

/** All of a record but its answer, which has a permission of its own. */
export type RecordPageData = {
  readonly record: RecordDetails & { readonly keyWarning: KeyWarning | null };
  /** What is committed of a phased run; null for a transactional one, which commits all at once. */
  readonly run: { readonly steps: readonly ShownStep[]; readonly references: readonly ShownReference[] } | null;
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
  const { steps, references, events } = await showRun(snapshot.client, id);
  return {
    record: { ...record, ...maskedReasons(record), keyWarning: keyWarning(record.key) },
    run: record.mode === 'phased' ? { steps, references: references.map(maskedFailure) } : null,
    timeline: timelineOf(record, { conflicts: rows, events }),
    conflicts: rows,
    hasMoreConflicts: hasNext,
    asOf: snapshot.asOf,
  };
}

/** Reasons and failures may quote what a provider or a bug said. */
const maskedReasons = ({ unknownReason, parkedReason }: RecordDetails) => ({
  unknownReason: masked(unknownReason),
  parkedReason: masked(parkedReason),
});

const maskedFailure = (reference: ShownReference): ShownReference => ({
  ...reference,
  failureMessage: masked(reference.failureMessage),
});

const masked = (text: string | null): string | null => text && maskText(text);
