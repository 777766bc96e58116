'use client';

import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useTRPC } from '../../../client/latchkey-context.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { QueryError } from '../query-error.tsx';
import { ReleasableEscrow } from './releasable-escrow.tsx';

/** Three seconds: a release that another page or the worker is at ends in about that. */
const WHILE_RELEASING_MS = 3_000;

/** The account's escrows, each with its release. */
export function Escrows({ account }: { readonly account: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...useTRPC().escrow.list.queryOptions(),
    refetchInterval: ({ state }) =>
      state.data?.escrows.some(({ status }) => status === 'releasing') ? WHILE_RELEASING_MS : false,
  });
  return (
    <Card aria-label="Escrows">
      {data && data.escrows.length > 0 ? (
        <ul className="divide-y divide-line">
          {data.escrows.map((escrow) => (
            <ReleasableEscrow key={escrow.escrowId} escrow={escrow} account={account} />
          ))}
        </ul>
      ) : data ? (
        <EmptyState icon={<Landmark aria-hidden />} title="Nothing is held">
          Escrows of this account appear here.
        </EmptyState>
      ) : error ? (
        <QueryError what="Your escrows" error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </Card>
  );
}
