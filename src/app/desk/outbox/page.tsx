import { Send } from 'lucide-react';
import type { Metadata } from 'next';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { requireOperator } from '../operator.ts';

export const metadata: Metadata = { title: 'Outbox' };

/** Says that there is no outbox in this release, so that nobody looks for messages that were never written. */
export default async function OutboxPage() {
  await requireOperator('records:read', '/desk/outbox');
  return (
    <Page className="max-w-none py-6">
      <PageHeader title="Outbox">Messages that leave with an outcome: mail, webhooks.</PageHeader>
      <Card>
        <EmptyState icon={<Send aria-hidden />} title="This installation has no outbox">
          This release sends no messages, so none can be waiting, failed or lost. Orders and payments are what their
          records say.
        </EmptyState>
      </Card>
    </Page>
  );
}
