import type { Snapshot } from '../postgres/read-only.ts';
import { type DuplicateFilter, type DuplicateRow, duplicatesSource } from '../postgres/statements/list-duplicates.ts';
import type { DuplicateFilters } from './conflict-filters.ts';
import { countRows, type List, type ListCounted, type ListPage, listRows } from './list-rows.ts';

/** A row of the duplicates page. */
export type DuplicateItem = DuplicateRow;

const DUPLICATES: List<DuplicateRow, DuplicateFilter, 'last'> = {
  source: duplicatesSource,
  sort: 'last',
  order: 'desc',
};

/** One page of suspected duplicates, the latest first. */
export const listDuplicates = (snapshot: Snapshot, filters: DuplicateFilters): Promise<ListPage<DuplicateItem>> =>
  listRows(snapshot, DUPLICATES, filters);

/** How many there are under the filters. */
export const countDuplicates = (snapshot: Snapshot, filters: DuplicateFilters): Promise<ListCounted> =>
  countRows(snapshot, DUPLICATES, filters);
