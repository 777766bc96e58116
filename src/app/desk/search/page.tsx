import { SearchX } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { redirect } from 'next/navigation';
import { makeQueryClient } from '../../../client/query-client.ts';
import { pageQueries } from '../../../trpc/page.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { requireOperator } from '../operator.ts';
import { recordsPath } from '../records/records-path.ts';

export const metadata: Metadata = { title: 'Search' };

/** Goes to what the text names; only a text that names nothing, or a search that failed, shows a page. */
export default async function SearchPage({ searchParams }: PageProps<'/desk/search'>) {
  const { q } = await searchParams;
  const text = typeof q === 'string' ? q.trim().slice(0, 520) : '';
  await requireOperator('records:read', `/desk/search?q=${encodeURIComponent(text)}`);
  if (text === '') redirect('/desk/records');
  const queryClient = makeQueryClient();
  const result = await queryClient
    .fetchQuery(pageQueries(queryClient).desk.search.queryOptions({ text }))
    .catch((error: Error) => error);
  if (!(result instanceof Error) && result.kind === 'record') redirect(`/desk/records/${result.id}`);
  if (!(result instanceof Error) && result.kind === 'list') redirect(recordsPath({ [result.filter]: result.value }));
  return (
    <Page className="max-w-none py-6">
      <PageHeader title="Search" />
      <Card>
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={result instanceof Error ? 'The search did not end' : 'Nothing has this key or id'}
          action={
            <Button asChild look="secondary">
              <Link href={recordsPath({ keyPrefix: text.slice(0, 255) })}>Records whose key begins like this</Link>
            </Button>
          }
        >
          {result instanceof Error ? (
            result.message
          ) : (
            <>
              Looked for <code className="font-mono text-xs break-all text-ink">{text}</code> as key, record id and
              resource id. Keys are case-sensitive.
            </>
          )}
        </EmptyState>
      </Card>
    </Page>
  );
}
