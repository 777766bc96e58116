import { ShieldX } from 'lucide-react';
import Link from 'next/link';
import { pageActor } from '../../trpc/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** 403: who is signed in may not see this page, and which sign-in would. */
export default async function DeskForbidden() {
  const actor = await pageActor();
  const isOperator = actor.kind === 'operator';
  return (
    <Page>
      <PageHeader title="Not allowed" />
      <Card>
        <EmptyState
          icon={<ShieldX aria-hidden />}
          title={isOperator ? 'Your role does not open this page' : 'The desk is for operators'}
          action={
            <Button asChild look="secondary">
              <Link href="/sign-in?reason=forbidden&next=/desk">Sign in as somebody else</Link>
            </Button>
          }
        >
          {isOperator
            ? `You are signed in with the role "${actor.role}". Ask an admin for one that may see it.`
            : 'You are signed in as a customer of the shop. Nothing was looked up for you here.'}
        </EmptyState>
      </Card>
    </Page>
  );
}
