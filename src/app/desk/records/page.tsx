import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { makeQueryClient } from '../../../client/query-client.ts';
import { recordFilters } from '../../../desk/record-filters.ts';
import { pageQueries } from '../../../trpc/page.ts';
import { Page } from '../../../ui/page.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { requireOperator } from '../operator.ts';
import { Records } from './records.tsx';
import { recordsPath } from './records-path.ts';

export const metadata: Metadata = { title: 'Records' };

export default async function RecordsPage({ searchParams }: PageProps<'/desk/records'>) {
  const filters = recordFilters.parse(await searchParams);
  await requireOperator('records:read', recordsPath(filters));
  const queryClient = makeQueryClient();
  // One that fails is asked again by the browser, which then shows why.
  await queryClient.prefetchQuery(pageQueries(queryClient).desk.records.list.queryOptions(filters));
  return (
    <Page className="max-w-none py-6">
      <PageHeader title="Records">Every intent that a client named with a key, and what became of it.</PageHeader>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <Records filters={filters} />
      </HydrationBoundary>
    </Page>
  );
}
