import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { makeQueryClient } from '../../client/query-client.ts';
import { overviewFilters } from '../../desk/get-overview.ts';
import { roleMay } from '../../desk/permissions.ts';
import { pageQueries } from '../../trpc/page.ts';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { requireOperator } from './operator.ts';
import { OverviewView } from './overview-view.tsx';

export const metadata: Metadata = { title: 'Overview' };

export default async function DeskPage({ searchParams }: PageProps<'/desk'>) {
  const filters = overviewFilters.parse(await searchParams);
  const operator = await requireOperator('overview:read', '/desk');
  const queryClient = makeQueryClient();
  const { overview, alarms } = pageQueries(queryClient).desk;
  // One that fails is asked again by the browser, which then shows why. Alarms stand above all else: they must not push it
  // down while somebody reads.
  await Promise.all([
    queryClient.prefetchQuery(overview.get.queryOptions(filters)),
    roleMay(operator.role, 'records:read') && queryClient.prefetchQuery(alarms.list.queryOptions()),
  ]);
  return (
    <Page className="max-w-none py-6">
      <PageHeader title="Overview">What needs a person, and what clients are doing.</PageHeader>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <OverviewView window={filters.window} />
      </HydrationBoundary>
    </Page>
  );
}
