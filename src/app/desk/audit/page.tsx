import type { Metadata } from 'next';
import { auditFilters } from '../../../desk/list-audit.ts';
import { Page } from '../../../ui/page.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { firstPage, pathWith } from '../list/first-page.ts';
import { requireOperator } from '../operator.ts';
import { AuditList } from './audit-list.tsx';
import { ExportLink } from './export-link.tsx';

export const metadata: Metadata = { title: 'Audit' };

export default async function AuditPage({ searchParams }: PageProps<'/desk/audit'>) {
  const given = await searchParams;
  await requireOperator('audit:read', pathWith('/desk/audit', given));
  const place = auditFilters.parse(given);
  const initial = await firstPage(place, (desk, client) => client.fetchQuery(desk.audit.list.queryOptions(place)));
  return (
    <Page className="max-w-none py-6">
      <PageHeader title="Audit" actions={<ExportLink />}>
        What operators did and what they were refused. Nothing here can be changed.
      </PageHeader>
      <AuditList initial={initial} />
    </Page>
  );
}
