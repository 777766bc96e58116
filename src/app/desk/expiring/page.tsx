import type { Metadata } from 'next';
import { expiringFilters } from '../../../desk/record-filters.ts';
import { Page } from '../../../ui/page.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { firstPage, pathWith } from '../list/first-page.ts';
import { requireOperator } from '../operator.ts';
import { ExpiringList } from './expiring-list.tsx';

export const metadata: Metadata = { title: 'Expiring' };

export default async function ExpiringPage({ searchParams }: PageProps<'/desk/expiring'>) {
  const given = await searchParams;
  await requireOperator('records:read', pathWith('/desk/expiring', given));
  const place = expiringFilters.parse(given);
  const initial = await firstPage(place, (desk, client) => client.fetchQuery(desk.expiring.list.queryOptions(place)));
  return (
    <Page className="max-w-none py-6">
      <PageHeader title="Expiring">
        Near the end of their retention: first what is unresolved and whose key the provider may soon forget, then
        answers that can soon be replayed no more.
      </PageHeader>
      <ExpiringList initial={initial} />
    </Page>
  );
}
