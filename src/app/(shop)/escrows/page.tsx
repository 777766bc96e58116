import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { makeQueryClient } from '../../../client/query-client.ts';
import { pageActor, pageQueries } from '../../../trpc/page.ts';
import { Page } from '../../../ui/page.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SignInOffer } from '../../../ui/shop/sign-in-offer.tsx';
import { whyNotBuying } from '../why-not-buying.ts';
import { Escrows } from './escrows.tsx';

export const metadata: Metadata = { title: 'Escrows' };

export default async function EscrowsPage() {
  const actor = await pageActor();
  if (actor.kind !== 'account') {
    return (
      <Page>
        <PageHeader title="Escrows" />
        <SignInOffer title="Sign in to see your escrows" why={whyNotBuying(actor)} next="/escrows" />
      </Page>
    );
  }
  const queryClient = makeQueryClient();
  await queryClient.prefetchQuery(pageQueries(queryClient).escrow.list.queryOptions());
  return (
    <Page>
      <PageHeader title="Escrows">
        Money that {actor.name} holds for its suppliers. A release is submitted to the ledger once, whatever is lost on
        the way.
      </PageHeader>
      <HydrationBoundary state={dehydrate(queryClient)}>
        <Escrows key={actor.accountId} account={actor.accountId} />
      </HydrationBoundary>
    </Page>
  );
}
