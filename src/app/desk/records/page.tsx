import type { Metadata } from 'next';
import { recordFilters } from '../../../desk/record-filters.ts';
import { Page } from '../../../ui/page.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { firstPage, pathWith } from '../list/first-page.ts';
import { requireOperator } from '../operator.ts';
import { RecordsList } from './records-list.tsx';

export const metadata: Metadata = { title: 'Records' };

export default async function RecordsPage({ searchParams }: PageProps<'/desk/records'>) {
  const given = await searchParams;
  await requireOperator('records:read', pathWith('/desk/records', given));
  const place = recordFilters.parse(given);
  const initial = await firstPage(place, (desk, client) => client.fetchQuery(desk.records.list.queryOptions(place)));
  return (
    <Page className="max-w-none py-6">
      <PageHeader title="Records">Every intent that a client named with a key, and what became of it.</PageHeader>
      <RecordsList initial={initial} />
    </Page>
  );
}
