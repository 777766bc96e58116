'use client';

import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { signOut } from '../client/sign-out.ts';
import { AccountMenu, SignInLink } from '../ui/account-menu.tsx';
import { StillSignedIn } from '../ui/still-signed-in.tsx';

export type AccountProps = { readonly person: { readonly name: string; readonly kind: string } | null };

/** The account's corner of the header. */
export function Account({ person }: AccountProps) {
  const path = usePathname();
  const [hasFailed, setFailed] = useState(false);
  if (!person) return path === '/sign-in' ? null : <SignInLink next={path} />;
  const leave = () =>
    // A whole new page, so that nothing of this account stays in memory.
    signOut().then(
      () => window.location.assign('/'),
      () => setFailed(true),
    );
  return (
    <>
      <AccountMenu {...person} onSignOut={() => void leave()} />
      {hasFailed && <StillSignedIn onClose={() => setFailed(false)} />}
    </>
  );
}
