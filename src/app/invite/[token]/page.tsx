import { LinkIcon } from 'lucide-react';
import type { Metadata } from 'next';
import { invitationOf, MIN_PASSWORD_LENGTH } from '../../../auth/accept-invitation.ts';
import { runtime } from '../../../runtime/instance.ts';
import { Card, CardBody } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { AcceptForm } from './accept-form.tsx';

export const metadata: Metadata = { title: 'Invitation', robots: { index: false }, referrer: 'no-referrer' };

/** Where an invitation's link leads: a password, then the sign-in. */
export default async function InvitePage({ params }: PageProps<'/invite/[token]'>) {
  const { token } = await params;
  const invitation = token.length <= 200 ? await invitationOf(runtime().database, token) : null;
  return (
    <Page width="narrow" className="max-w-md">
      <PageHeader title={invitation ? `Welcome, ${invitation.name}` : 'Invitation'}>
        {invitation && (
          <>
            You were asked to the desk as <strong>{invitation.role}</strong>. You sign in as{' '}
            <strong className="break-all">{invitation.email}</strong>.
          </>
        )}
      </PageHeader>
      <Card>
        {invitation ? (
          <CardBody>
            <AcceptForm token={token} email={invitation.email} minLength={MIN_PASSWORD_LENGTH} />
          </CardBody>
        ) : (
          <EmptyState icon={<LinkIcon aria-hidden />} title="This link opens nothing">
            It was used already, its 72 hours are over, or somebody ended it. Ask an admin for a new one.
          </EmptyState>
        )}
      </Card>
    </Page>
  );
}
