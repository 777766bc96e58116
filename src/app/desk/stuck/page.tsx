import type { Metadata } from 'next';
import { openFilters } from '../../../desk/record-filters.ts';
import { Page } from '../../../ui/page.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { firstPage, pathWith } from '../list/first-page.ts';
import { requireOperator } from '../operator.ts';
import { StuckList } from './stuck-list.tsx';

export const metadata: Metadata = { title: 'Stuck' };

export default async function StuckPage({ searchParams }: PageProps<'/desk/stuck'>) {
  const given = await searchParams;
  await requireOperator('records:read', pathWith('/desk/stuck', given));
  const place = openFilters.parse(given);
  const initial = await firstPage(place, (desk, client) => client.fetchQuery(desk.stuck.list.queryOptions(place)));
  return (
    <Page className="max-w-none py-6">
      <PageHeader title="Stuck">
        In progress, and the lease of whoever worked on it has lapsed: the oldest first. The engine takes each over by
        itself; what stays needs a look.
      </PageHeader>
      <StuckList initial={initial} />
    </Page>
  );
}
