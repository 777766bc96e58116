'use client';

import { useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { useTRPC } from '../../client/latchkey-context.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { ProductList } from '../../ui/shop/product-list.tsx';
import { QueryError } from './query-error.tsx';

/** The catalogue, already there when the page is. */
export function Catalogue() {
  const { data, error, refetch, isFetching } = useQuery(useTRPC().catalog.list.queryOptions());
  if (data && data.items.length > 0) return <ProductList products={data.items} />;
  return (
    <Card>
      {data ? (
        <EmptyState icon={<PackageOpen aria-hidden />} title="Nothing is for sale">
          The shop has no products yet.
        </EmptyState>
      ) : error ? (
        <QueryError what="The catalogue" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </Card>
  );
}
