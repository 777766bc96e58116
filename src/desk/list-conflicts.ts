import { type KeyWarning, keyWarning } from '../idempotency/key-warning.ts';
import type { Snapshot } from '../postgres/read-only.ts';
import { type ConflictFilter, type ConflictListRow, conflictsSource } from '../postgres/statements/list-conflicts.ts';
import type { ConflictFilters } from './conflict-filters.ts';
import { countRows, type List, type ListCounted, type ListPage, listRows } from './list-rows.ts';

/** A row of the conflicts page. */
export type ConflictListItem = ConflictListRow & { readonly keyWarning: KeyWarning | null };

export type ConflictPage = ListPage<ConflictListItem>;

const CONFLICTS: List<ConflictListRow, ConflictFilter, 'lastSeen' | 'occurrences'> = {
  source: conflictsSource,
  sort: 'lastSeen',
  order: 'desc',
};

/** One page of conflicts, the latest seen first. */
export async function listConflicts(snapshot: Snapshot, filters: ConflictFilters): Promise<ConflictPage> {
  const { rows, known, ...page } = await listRows(snapshot, CONFLICTS, filters);
  return { ...page, rows: rows.map(shownRow), known: known.map(shownRow) };
}

/** How many conflicts there are under the filters. */
export const countConflicts = (snapshot: Snapshot, filters: ConflictFilters): Promise<ListCounted> =>
  countRows(snapshot, CONFLICTS, filters);

const shownRow = <Row extends ConflictListRow>(row: Row) => ({ ...row, keyWarning: keyWarning(row.key) });
