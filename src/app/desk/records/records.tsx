'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTRPC } from '../../../client/latchkey-context.ts';
import { type RecordFilters, recordFilters } from '../../../desk/record-filters.ts';
import { Card } from '../../../ui/card.tsx';
import { FilterChips } from '../../../ui/desk/filter-chips.tsx';
import { ListBar } from '../../../ui/desk/list-bar.tsx';
import { Pager } from '../../../ui/desk/pager.tsx';
import { RecordFilterForm } from '../../../ui/desk/record-filter-form.tsx';
import { FILTER_LABELS, filterValueText } from '../../../ui/desk/record-filter-words.ts';
import { RecordTable } from '../../../ui/desk/record-table.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { QueryFailure } from '../query-failure.tsx';
import { NoRecords } from './no-records.tsx';
import { filterNames, recordsPath, withoutCursor } from './records-path.ts';

/** The list of records. The URL holds its filters and its place; this fetches and hands on. */
export function Records({ filters }: { readonly filters: RecordFilters }) {
  const router = useRouter();
  const query = useQuery({
    ...useTRPC().desk.records.list.queryOptions(filters),
    placeholderData: keepPreviousData,
  });
  const { data, error, isFetching } = query;
  const refresh = () => void query.refetch();
  const fromNewest = withoutCursor(filters);
  const chips = filterNames.flatMap((name) => {
    const value = filters[name];
    if (value === undefined) return [];
    const without = recordsPath({ ...fromNewest, [name]: undefined });
    return [{ label: FILTER_LABELS[name], value: filterValueText(name, value), without }];
  });
  return (
    <Card>
      <RecordFilterForm
        key={recordsPath(fromNewest)}
        filters={filters}
        onFilter={(fields) => router.push(recordsPath({ ...recordFilters.parse(fields), limit: filters.limit }))}
      />
      <FilterChips chips={chips} clearAll={recordsPath({ limit: filters.limit })} />
      <div className="border-t border-line">
        <ListBar asOf={data?.asOf} isStale={!!data && !!error} isBusy={isFetching} onRefresh={refresh}>
          {data && countText(data.rows.length, data.hasNext || data.hasPrevious)}
        </ListBar>
        {!data ? (
          error ? (
            <QueryFailure what="The records" error={error} isBusy={isFetching} onRetry={refresh} />
          ) : (
            <ListSkeleton />
          )
        ) : data.rows.length > 0 ? (
          <RecordTable records={data.rows} asOf={data.asOf} />
        ) : (
          <NoRecords isFiltered={chips.length > 0} isBeyond={data.hasPrevious} clearAll={recordsPath({})} />
        )}
      </div>
      {data && (
        <Pager
          newest={data.hasPrevious ? recordsPath(fromNewest) : null}
          previous={data.hasPrevious ? neighbour(fromNewest, 'before', data.rows[0]?.position) : null}
          next={data.hasNext ? neighbour(fromNewest, 'after', data.rows.at(-1)?.position) : null}
        />
      )}
    </Card>
  );
}

const countText = (count: number, isPart: boolean): string => {
  const records = count === 1 ? 'One record' : `${count} records`;
  return isPart ? `${records} on this page` : `${records} in all`;
};

const neighbour = (filters: RecordFilters, direction: 'after' | 'before', id: string | undefined): string | null =>
  id === undefined ? null : recordsPath({ ...filters, [direction]: id });
