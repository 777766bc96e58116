import { KeyRound } from 'lucide-react';
import Link from 'next/link';
import { Button } from '../button.tsx';
import { Card } from '../card.tsx';
import { EmptyState } from '../empty-state.tsx';

export type SignInOfferProps = { readonly title: string; readonly why: string; readonly next: string };

/** What is here for somebody who is not signed in as a customer, and the way there. */
export const SignInOffer = ({ title, why, next }: SignInOfferProps) => (
  <Card>
    <EmptyState
      icon={<KeyRound aria-hidden />}
      title={title}
      action={
        <Button asChild>
          <Link href={`/sign-in?next=${encodeURIComponent(next)}`}>Sign in</Link>
        </Button>
      }
    >
      {why}
    </EmptyState>
  </Card>
);
