import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { makeQueryClient } from '../../client/query-client.ts';
import { pageQueries } from '../../trpc/page.ts';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Catalogue } from './catalogue.tsx';

export default async function CataloguePage() {
  const queryClient = makeQueryClient();
  await queryClient.prefetchQuery(pageQueries(queryClient).catalog.list.queryOptions());
  return (
    <Page>
      <PageHeader title="Order once, however often you click">
        Each order carries one key. A double click, a reload or a lost connection sends the same key again, so it stays
        one order.
      </PageHeader>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <Catalogue />
      </HydrationBoundary>
    </Page>
  );
}
