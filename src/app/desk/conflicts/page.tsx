import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { makeQueryClient } from '../../../client/query-client.ts';
import { conflictFilters } from '../../../desk/conflict-filters.ts';
import { pageQueries } from '../../../trpc/page.ts';
import { Page } from '../../../ui/page.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { requireOperator } from '../operator.ts';
import { Conflicts } from './conflicts.tsx';
import { conflictsPath, placeOf } from './conflicts-path.ts';

export const metadata: Metadata = { title: 'Conflicts' };

export default async function ConflictsPage({ searchParams }: PageProps<'/desk/conflicts'>) {
  const place = placeOf(conflictFilters.parse(await searchParams));
  await requireOperator('conflicts:read', conflictsPath(place));
  const queryClient = makeQueryClient();
  await queryClient.prefetchQuery(pageQueries(queryClient).desk.conflicts.list.queryOptions(place));
  return (
    <Page className="max-w-none py-6">
      <PageHeader title="Conflicts">
        Requests that came with a key of another request. The first one stands; which fields differ is kept, their
        values are not.
      </PageHeader>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <Conflicts place={place} />
      </HydrationBoundary>
    </Page>
  );
}
