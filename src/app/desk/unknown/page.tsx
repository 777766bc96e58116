import type { Metadata } from 'next';
import { openFilters } from '../../../desk/record-filters.ts';
import { Page } from '../../../ui/page.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { firstPage, pathWith } from '../list/first-page.ts';
import { requireOperator } from '../operator.ts';
import { UnknownList } from './unknown-list.tsx';

export const metadata: Metadata = { title: 'Unknown' };

export default async function UnknownPage({ searchParams }: PageProps<'/desk/unknown'>) {
  const given = await searchParams;
  await requireOperator('records:read', pathWith('/desk/unknown', given));
  const place = openFilters.parse(given);
  const initial = await firstPage(place, (desk, client) => client.fetchQuery(desk.unknown.list.queryOptions(place)));
  return (
    <Page className="max-w-none py-6">
      <PageHeader title="Unknown">
        Nobody can say how a call ended, or a person is needed before anything runs. Each is decided on evidence, one by
        one.
      </PageHeader>
      <UnknownList initial={initial} />
    </Page>
  );
}
