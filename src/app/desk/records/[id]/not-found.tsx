import { SearchX } from 'lucide-react';
import Link from 'next/link';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Page } from '../../../../ui/page.tsx';
import { PageHeader } from '../../../../ui/page-header.tsx';

/** 404 of the desk: there is no record of this id. */
export default function RecordNotFound() {
  return (
    <Page className="max-w-none py-6">
      <PageHeader title="No such record" />
      <Card>
        <EmptyState
          icon={<SearchX aria-hidden />}
          title="There is no record of this number"
          action={
            <Button asChild look="secondary">
              <Link href="/desk/records">All records</Link>
            </Button>
          }
        >
          Either it never was, or it is past the memory of its key and was forgotten.
        </EmptyState>
      </Card>
    </Page>
  );
}
