import type { RecordFilters } from '../../../desk/record-filters.ts';
import { FILTER_LABELS, type RecordFilterName } from '../../../ui/desk/record-filter-words.ts';

/** What an operator filters by, without cursor and page length. */
export const filterNames = Object.keys(FILTER_LABELS) as RecordFilterName[];

/** The records page with these filters and, if given, at this cursor. Defaults are left out, so that links stay short. */
export function recordsPath(filters: Partial<RecordFilters>): string {
  const parameters = new URLSearchParams();
  for (const name of [...filterNames, 'after', 'before'] as const) {
    const value = filters[name];
    if (value !== undefined && value !== '') parameters.set(name, value);
  }
  if (filters.limit !== undefined && filters.limit !== 50) parameters.set('limit', String(filters.limit));
  const query = parameters.toString();
  return query === '' ? '/desk/records' : `/desk/records?${query}`;
}

/** The same filters from the newest record on. */
export const withoutCursor = ({ after: _, before: __, ...filters }: RecordFilters): RecordFilters => filters;
