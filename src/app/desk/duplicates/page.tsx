import type { Metadata } from 'next';
import { duplicateFilters } from '../../../desk/conflict-filters.ts';
import { Page } from '../../../ui/page.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { firstPage, pathWith } from '../list/first-page.ts';
import { requireOperator } from '../operator.ts';
import { DuplicatesList } from './duplicates-list.tsx';

export const metadata: Metadata = { title: 'Duplicates' };

export default async function DuplicatesPage({ searchParams }: PageProps<'/desk/duplicates'>) {
  const given = await searchParams;
  await requireOperator('records:read', pathWith('/desk/duplicates', given));
  const place = duplicateFilters.parse(given);
  const initial = await firstPage(place, (desk, client) => client.fetchQuery(desk.duplicates.list.queryOptions(place)));
  return (
    <Page className="max-w-none py-6">
      <PageHeader title="Duplicates">
        Clients that seem to mint a key per attempt: one account, the same request, different keys, minutes apart.
        Nothing protects those from taking effect twice. Looked for once a minute.
      </PageHeader>
      <DuplicatesList initial={initial} />
    </Page>
  );
}
