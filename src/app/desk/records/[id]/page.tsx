import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { TRPCError } from '@trpc/server';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { makeQueryClient } from '../../../../client/query-client.ts';
import { bigintText } from '../../../../desk/bigint-text.ts';
import { pageQueries } from '../../../../trpc/page.ts';
import { Page } from '../../../../ui/page.tsx';
import { requireOperator } from '../../operator.ts';
import { RecordView } from './record-view.tsx';

export async function generateMetadata({ params }: PageProps<'/desk/records/[id]'>): Promise<Metadata> {
  return { title: `Record #${(await params).id}` };
}

export default async function RecordPage({ params }: PageProps<'/desk/records/[id]'>) {
  const { id } = await params;
  await requireOperator('records:read', `/desk/records/${encodeURIComponent(id)}`);
  if (!bigintText.safeParse(id).success) notFound();
  const queryClient = makeQueryClient();
  const { desk } = pageQueries(queryClient);
  await Promise.all([
    queryClient.fetchQuery(desk.records.get.queryOptions({ id })).catch(notFoundOrLater),
    queryClient.prefetchQuery(desk.records.answer.queryOptions({ id, whole: false })),
    queryClient.prefetchQuery(desk.records.audit.queryOptions({ id })),
  ]);
  return (
    <Page className="max-w-none py-6">
      <HydrationBoundary state={dehydrate(queryClient)}>
        <RecordView id={id} />
      </HydrationBoundary>
    </Page>
  );
}

/** No such record is a page of its own; what else failed is asked again by the browser, which then shows why. */
function notFoundOrLater(error: unknown): void {
  if (error instanceof TRPCError && error.code === 'NOT_FOUND') notFound();
}
