'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ReceiptText } from 'lucide-react';
import Link from 'next/link';
import { useTRPC } from '../../../../../client/latchkey-context.ts';
import { Button } from '../../../../../ui/button.tsx';
import { Card } from '../../../../../ui/card.tsx';
import { EmptyState } from '../../../../../ui/empty-state.tsx';
import { ListSkeleton } from '../../../../../ui/list-skeleton.tsx';
import { PageHeader } from '../../../../../ui/page-header.tsx';
import { QueryError } from '../../../query-error.tsx';
import { Payment } from './payment.tsx';

export type PayOrderProps = { readonly orderId: string; readonly account: string; readonly isSandbox: boolean };

/** The payment of one order, or why there is none to make. */
export function PayOrder({ orderId, account, isSandbox }: PayOrderProps) {
  const { data, error, refetch, isFetching } = useQuery(useTRPC().orders.get.queryOptions({ orderId }));
  if (!data) {
    return (
      <Card>
        {error ? (
          <QueryError what="The order" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <ListSkeleton />
        )}
      </Card>
    );
  }
  if (!data.order) return <NoSuchOrder orderId={orderId} />;
  const { sku, quantity } = data.order;
  return (
    <>
      <Link
        href="/orders"
        className="mb-4 inline-flex min-h-6 items-center gap-1.5 rounded-sm text-[13px] text-muted hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4" />
        All orders
      </Link>
      <PageHeader title="Pay an order">
        {quantity} × <span className="font-mono text-xs">{sku}</span>
      </PageHeader>
      <Payment order={data.order} account={account} isSandbox={isSandbox} />
    </>
  );
}

const NoSuchOrder = ({ orderId }: { readonly orderId: string }) => (
  <Card>
    <EmptyState
      heading="h1"
      icon={<ReceiptText aria-hidden />}
      title="There is no such order"
      action={
        <Button asChild look="secondary">
          <Link href="/orders">All orders</Link>
        </Button>
      }
    >
      This account has no order <span className="font-mono break-all">{orderId}</span>.
    </EmptyState>
  </Card>
);
