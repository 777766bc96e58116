import type { Metadata } from 'next';
import { operationFilters } from '../../../desk/bulk/list-operations.ts';
import { Page } from '../../../ui/page.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { firstPage, pathWith } from '../list/first-page.ts';
import { requireOperator } from '../operator.ts';
import { OperationsList } from './operations-list.tsx';

export const metadata: Metadata = { title: 'Operations' };

export default async function OperationsPage({ searchParams }: PageProps<'/desk/operations'>) {
  const given = await searchParams;
  await requireOperator('operations:read', pathWith('/desk/operations', given));
  const place = operationFilters.parse(given);
  const initial = await firstPage(place, (desk, client) => client.fetchQuery(desk.operations.list.queryOptions(place)));
  return (
    <Page className="max-w-none py-6">
      <PageHeader title="Operations">
        Bulk jobs: previewed, started and stopped by operators, carried out by the worker, item by item.
      </PageHeader>
      <OperationsList initial={initial} />
    </Page>
  );
}
