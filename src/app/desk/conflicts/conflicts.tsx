'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ShieldCheck, StepBack } from 'lucide-react';
import { useTRPC } from '../../../client/latchkey-context.ts';
import { Card } from '../../../ui/card.tsx';
import { ConflictTable } from '../../../ui/desk/conflict-table.tsx';
import { FilterChips } from '../../../ui/desk/filter-chips.tsx';
import { ListBar } from '../../../ui/desk/list-bar.tsx';
import { Pager } from '../../../ui/desk/pager.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { QueryFailure } from '../query-failure.tsx';
import { type ConflictPlace, conflictsPath } from './conflicts-path.ts';

/** The list of conflicts. The URL holds its place; this fetches and hands on. */
export function Conflicts({ place }: { readonly place: ConflictPlace }) {
  const query = useQuery({
    ...useTRPC().desk.conflicts.list.queryOptions(place),
    placeholderData: keepPreviousData,
  });
  const { data, error, isFetching } = query;
  const refresh = () => void query.refetch();
  const { after: _, before: __, ...fromLatest } = place;
  const chips = place.record ? [{ label: 'Record', value: `#${place.record}`, without: conflictsPath({}) }] : [];
  return (
    <Card className="[&>ul]:pt-3">
      <FilterChips chips={chips} clearAll={conflictsPath({})} />
      <ListBar asOf={data?.asOf} isStale={!!data && !!error} isBusy={isFetching} onRefresh={refresh}>
        {data && (data.rows.length === 1 ? 'One conflict' : `${data.rows.length} conflicts`)}
        {data && (data.hasNext || data.hasPrevious ? ' on this page' : ' in all')}
      </ListBar>
      {!data ? (
        error ? (
          <QueryFailure what="The conflicts" error={error} isBusy={isFetching} onRetry={refresh} />
        ) : (
          <ListSkeleton />
        )
      ) : data.rows.length > 0 ? (
        <ConflictTable conflicts={data.rows} asOf={data.asOf} />
      ) : (
        <NoConflicts isBeyond={data.hasPrevious} record={place.record} />
      )}
      {data && (
        <Pager
          newest={data.hasPrevious ? conflictsPath(fromLatest) : null}
          previous={neighbour(data.hasPrevious, fromLatest, { before: data.rows[0]?.position })}
          next={neighbour(data.hasNext, fromLatest, { after: data.rows.at(-1)?.position })}
        />
      )}
    </Card>
  );
}

function neighbour(
  exists: boolean,
  place: ConflictPlace,
  cursor: { after?: string | undefined; before?: string | undefined },
) {
  const { after, before } = cursor;
  if (!exists) return null;
  if (after) return conflictsPath({ ...place, after });
  return before ? conflictsPath({ ...place, before }) : null;
}

function NoConflicts({ isBeyond, record }: { readonly isBeyond: boolean; readonly record: string | undefined }) {
  if (isBeyond) {
    return (
      <EmptyState icon={<StepBack aria-hidden />} title="There is nothing older">
        The link leads past the last conflict. Go back to the latest ones.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<ShieldCheck aria-hidden />}
      title={record ? `Record #${record} has no conflicts` : 'No conflicts yet'}
    >
      A request that uses the key of another one appears here, with the fields that differ.
    </EmptyState>
  );
}
