'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, PackageX } from 'lucide-react';
import Link from 'next/link';
import { useTRPC } from '../../../../client/latchkey-context.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ListSkeleton } from '../../../../ui/list-skeleton.tsx';
import { PageHeader } from '../../../../ui/page-header.tsx';
import type { Product } from '../../../../ui/shop/product-list.tsx';
import { SignInOffer } from '../../../../ui/shop/sign-in-offer.tsx';
import { QueryError } from '../../query-error.tsx';
import { Checkout } from './checkout.tsx';

export type ProductCheckoutProps = {
  readonly sku: string;
  readonly buyer: { readonly account: string } | { readonly whyNot: string };
};

/** The checkout of one article, or why there is none. */
export function ProductCheckout({ sku, buyer }: ProductCheckoutProps) {
  const { data, error, refetch, isFetching } = useQuery(useTRPC().catalog.list.queryOptions());
  if (!data) {
    return (
      <Card>
        {error ? (
          <QueryError what="The article" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <ListSkeleton />
        )}
      </Card>
    );
  }
  const product = data.items.find((item) => item.sku === sku);
  if (!product) return <NoSuchArticle sku={sku} />;
  return (
    <>
      <ProductHeader product={product} />
      {'account' in buyer ? (
        <Checkout key={buyer.account} product={product} account={buyer.account} />
      ) : (
        <SignInOffer title="Sign in to order" why={buyer.whyNot} next={`/checkout/${encodeURIComponent(sku)}`} />
      )}
    </>
  );
}

const ProductHeader = ({ product }: { readonly product: Product }) => (
  <>
    <Link
      href="/"
      className="mb-4 inline-flex min-h-6 items-center gap-1.5 rounded-sm text-[13px] text-muted hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" />
      All products
    </Link>
    <PageHeader title={product.name}>
      <span className="font-mono text-xs">{product.sku}</span>
    </PageHeader>
  </>
);

const NoSuchArticle = ({ sku }: { readonly sku: string }) => (
  <Card>
    <EmptyState
      heading="h1"
      icon={<PackageX aria-hidden />}
      title="There is no such article"
      action={
        <Button asChild look="secondary">
          <Link href="/">All products</Link>
        </Button>
      }
    >
      Nothing with the number <span className="font-mono break-all">{sku}</span> is for sale.
    </EmptyState>
  </Card>
);
