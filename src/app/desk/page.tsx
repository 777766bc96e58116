import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { makeQueryClient } from '../../client/query-client.ts';
import { overviewFilters } from '../../desk/get-overview.ts';
import { pageQueries } from '../../trpc/page.ts';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { requireOperator } from './operator.ts';
import { OverviewView } from './overview-view.tsx';

export const metadata: Metadata = { title: 'Overview' };

export default async function DeskPage({ searchParams }: PageProps<'/desk'>) {
  const filters = overviewFilters.parse(await searchParams);
  await requireOperator('overview:read', '/desk');
  const queryClient = makeQueryClient();
  // One that fails is asked again by the browser, which then shows why.
  await queryClient.prefetchQuery(pageQueries(queryClient).desk.overview.get.queryOptions(filters));
  return (
    <Page className="max-w-none py-6">
      <PageHeader title="Overview">What needs a person, and what clients are doing.</PageHeader>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <OverviewView window={filters.window} />
      </HydrationBoundary>
    </Page>
  );
}
