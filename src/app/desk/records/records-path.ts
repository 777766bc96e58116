import type { RecordFilters } from '../../../desk/record-filters.ts';
import { pathOf } from '../list/list-url.ts';

/** The records page with these filters. */
export const recordsPath = (
  filters: Partial<Pick<RecordFilters, 'key' | 'keyPrefix' | 'resourceId' | 'providerId'>>,
): string =>
  pathOf('/desk/records', Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value ?? null])));
