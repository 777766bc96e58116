import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { makeQueryClient } from '../../../../../client/query-client.ts';
import { env } from '../../../../../env.ts';
import { pageActor, pageQueries } from '../../../../../trpc/page.ts';
import { Page } from '../../../../../ui/page.tsx';
import { PageHeader } from '../../../../../ui/page-header.tsx';
import { SignInOffer } from '../../../../../ui/shop/sign-in-offer.tsx';
import { whyNotBuying } from '../../../why-not-buying.ts';
import { PayOrder } from './pay-order.tsx';

export const metadata: Metadata = { title: 'Pay' };

export default async function PayPage({ params }: PageProps<'/orders/[orderId]/pay'>) {
  const orderId = decodeURIComponent((await params).orderId);
  const actor = await pageActor();
  if (actor.kind !== 'account') {
    return (
      <Page className="max-w-4xl">
        <PageHeader title="Pay an order" />
        <SignInOffer
          title="Sign in to pay"
          why={whyNotBuying(actor)}
          next={`/orders/${encodeURIComponent(orderId)}/pay`}
        />
      </Page>
    );
  }
  const queryClient = makeQueryClient();
  await queryClient.prefetchQuery(pageQueries(queryClient).orders.get.queryOptions({ orderId }));
  return (
    <Page className="max-w-4xl">
      <HydrationBoundary state={dehydrate(queryClient)}>
        <PayOrder
          key={actor.accountId}
          orderId={orderId}
          account={actor.accountId}
          isSandbox={env().stripeSecretKey === undefined}
        />
      </HydrationBoundary>
    </Page>
  );
}
