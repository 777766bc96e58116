import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { safeNext } from '../../auth/safe-next.ts';
import { pageActor } from '../../trpc/page.ts';
import { Card, CardBody } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { homeOf } from './home-of.ts';
import { SignInForm } from './sign-in-form.tsx';
import { signInReason } from './sign-in-reason.ts';

export const metadata: Metadata = { title: 'Sign in' };

/** Sign-in for customers and operators. Who is signed in already goes on, unless they came because they may not. */
export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const parameters = await searchParams;
  const next = safeNext(parameters.next);
  const reason = signInReason(parameters.reason);
  const actor = await pageActor();
  const isSignedIn = actor.kind === 'account' || actor.kind === 'operator';
  if (isSignedIn && !reason) redirect(next ?? homeOf(actor.kind === 'operator' ? actor.role : 'customer'));
  return (
    <Page width="narrow" className="max-w-md">
      <PageHeader title="Sign in">For customers of the shop and for operators of the desk.</PageHeader>
      <div className="grid gap-4">
        {reason && (
          <Notice tone={reason.tone} title={reason.title}>
            {reason.text}
          </Notice>
        )}
        <Card>
          <CardBody>
            <SignInForm next={next} />
          </CardBody>
        </Card>
        <p className="text-[13px] text-muted">
          A demo installation keeps its sign-ins in <code className="font-mono">credentials.json</code> of its data
          directory.
        </p>
      </div>
    </Page>
  );
}
