import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { makeQueryClient } from '../../../client/query-client.ts';
import { pageActor, pageQueries } from '../../../trpc/page.ts';
import { Page } from '../../../ui/page.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SignInOffer } from '../../../ui/shop/sign-in-offer.tsx';
import { whyNotBuying } from '../why-not-buying.ts';
import { orderPages } from './order-pages.ts';
import { Orders } from './orders.tsx';

export const metadata: Metadata = { title: 'Orders' };

export default async function OrdersPage() {
  const actor = await pageActor();
  if (actor.kind !== 'account') {
    return (
      <Page>
        <PageHeader title="Orders" />
        <SignInOffer title="Sign in to see your orders" why={whyNotBuying(actor)} next="/orders" />
      </Page>
    );
  }
  const queryClient = makeQueryClient();
  await queryClient.prefetchInfiniteQuery(orderPages(pageQueries(queryClient)));
  return (
    <Page>
      <PageHeader title="Orders">Everything that {actor.name} has ordered, newest first.</PageHeader>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <Orders />
      </HydrationBoundary>
    </Page>
  );
}
