import type { Metadata } from 'next';
import { conflictFilters } from '../../../desk/conflict-filters.ts';
import { Page } from '../../../ui/page.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { firstPage, pathWith } from '../list/first-page.ts';
import { requireOperator } from '../operator.ts';
import { ConflictsList } from './conflicts-list.tsx';

export const metadata: Metadata = { title: 'Conflicts' };

export default async function ConflictsPage({ searchParams }: PageProps<'/desk/conflicts'>) {
  const given = await searchParams;
  await requireOperator('conflicts:read', pathWith('/desk/conflicts', given));
  const place = conflictFilters.parse(given);
  const initial = await firstPage(place, (desk, client) => client.fetchQuery(desk.conflicts.list.queryOptions(place)));
  return (
    <Page className="max-w-none py-6">
      <PageHeader title="Conflicts">
        Requests that came with a key of another request. The first one stands; which fields differ is kept, their
        values are not.
      </PageHeader>
      <ConflictsList initial={initial} />
    </Page>
  );
}
