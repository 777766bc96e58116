import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { makeQueryClient } from '../../../../client/query-client.ts';
import { pageActor, pageQueries } from '../../../../trpc/page.ts';
import { Page } from '../../../../ui/page.tsx';
import { whyNotBuying } from '../../why-not-buying.ts';
import { ProductCheckout } from './product-checkout.tsx';

export const metadata: Metadata = { title: 'Checkout' };

export default async function CheckoutPage({ params }: { params: Promise<{ sku: string }> }) {
  const { sku } = await params;
  const queryClient = makeQueryClient();
  await queryClient.prefetchQuery(pageQueries(queryClient).catalog.list.queryOptions());
  const actor = await pageActor();
  return (
    <Page className="max-w-4xl">
      <HydrationBoundary state={dehydrate(queryClient)}>
        <ProductCheckout
          sku={decodeURIComponent(sku)}
          buyer={actor.kind === 'account' ? { account: actor.accountId } : { whyNot: whyNotBuying(actor) }}
        />
      </HydrationBoundary>
    </Page>
  );
}
