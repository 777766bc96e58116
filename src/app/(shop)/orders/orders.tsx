'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import Link from 'next/link';
import { useTRPC } from '../../../client/latchkey-context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { OrderTable } from '../../../ui/shop/order-table.tsx';
import { QueryError } from '../query-error.tsx';
import { orderPages } from './order-pages.ts';

/** The orders that are loaded, and more of them on request. */
export function Orders() {
  const pages = useInfiniteQuery(orderPages(useTRPC()));
  const { data, error, isFetchNextPageError } = pages;
  if (!data) {
    return (
      <Card>
        {error ? (
          <QueryError what="Your orders" error={error} isBusy={pages.isFetching} onRetry={() => void pages.refetch()} />
        ) : (
          <ListSkeleton />
        )}
      </Card>
    );
  }
  const orders = data.pages.flatMap((page) => page.orders);
  if (orders.length === 0) return <NoOrders />;
  return (
    <>
      <Card className="overflow-hidden">
        <OrderTable orders={orders} />
      </Card>
      <div className="mt-4 flex min-h-10 flex-wrap items-center justify-center gap-3 text-[13px] text-muted">
        {pages.hasNextPage ? (
          <Button look="secondary" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Load more
          </Button>
        ) : (
          <p>{orders.length === 1 ? 'One order in all' : `${orders.length} orders in all`}</p>
        )}
        {isFetchNextPageError && <p role="alert">The next orders could not be loaded. Those above are still right.</p>}
      </div>
    </>
  );
}

const NoOrders = () => (
  <Card>
    <EmptyState
      icon={<ReceiptText aria-hidden />}
      title="No orders yet"
      action={
        <Button asChild>
          <Link href="/">Look at the shop</Link>
        </Button>
      }
    >
      What you order appears here, once.
    </EmptyState>
  </Card>
);
