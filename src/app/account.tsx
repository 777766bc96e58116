'use client';

import { usePathname } from 'next/navigation';
import { toast } from 'sonner';
import { signOut } from '../client/sign-out.ts';
import { AccountMenu, SignInLink } from '../ui/account-menu.tsx';

export type AccountProps = { readonly person: { readonly name: string; readonly kind: string } | null };

/** The account's corner of the header. */
export function Account({ person }: AccountProps) {
  const path = usePathname();
  if (!person) return path === '/sign-in' ? null : <SignInLink next={path} />;
  const leave = () =>
    // A whole new page, so that nothing of this account stays in memory.
    signOut().then(
      () => window.location.assign('/'),
      () => toast.error('You are still signed in: the server did not confirm. Try again.'),
    );
  return <AccountMenu {...person} onSignOut={() => void leave()} />;
}
