import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { TRPCError } from '@trpc/server';
import { notFound } from 'next/navigation';
import { makeQueryClient } from '../../../../../client/query-client.ts';
import { bigintText } from '../../../../../desk/bigint-text.ts';
import type { FlowKind } from '../../../../../desk/flow/flow-facts.ts';
import { pageQueries } from '../../../../../trpc/page.ts';
import { Page } from '../../../../../ui/page.tsx';
import { requireOperator } from '../../../operator.ts';
import { FlowView } from './flow-view.tsx';

/** The page of a flow: whoever may read the record may see it, and each button says who may press it. */
export async function FlowPage({ id, kind }: { readonly id: string; readonly kind: FlowKind }) {
  await requireOperator('records:read', `/desk/records/${encodeURIComponent(id)}/${kind}`);
  if (!bigintText.safeParse(id).success) notFound();
  const queryClient = makeQueryClient();
  const { desk } = pageQueries(queryClient);
  await queryClient.fetchQuery(desk.flow.get.queryOptions({ id })).catch((error: unknown) => {
    // What else failed is asked again by the browser, which then shows why.
    if (error instanceof TRPCError && error.code === 'NOT_FOUND') notFound();
  });
  return (
    <Page className="max-w-5xl py-6">
      <HydrationBoundary state={dehydrate(queryClient)}>
        <FlowView id={id} kind={kind} />
      </HydrationBoundary>
    </Page>
  );
}
