'use client';

import { CircleUser, LogIn, LogOut } from 'lucide-react';
import Link from 'next/link';
import { Button } from './button.tsx';
import { DropdownItem, DropdownLabel, DropdownMenu, DropdownSeparator } from './dropdown-menu.tsx';

export type AccountMenuProps = {
  /** Whose session it is. */
  readonly name: string;
  /** What they are: "Account", or an operator's role. */
  readonly kind: string;
  readonly onSignOut: () => void;
};

/** Who is signed in, and the way out. */
export const AccountMenu = ({ name, kind, onSignOut }: AccountMenuProps) => (
  <DropdownMenu
    trigger={
      <Button look="quiet" size="small" className="h-9 px-2 max-sm:w-9" aria-label={`Signed in as ${name}`}>
        <CircleUser aria-hidden className="size-4" />
        <span className="max-w-32 truncate max-sm:hidden">{name}</span>
      </Button>
    }
  >
    <DropdownLabel>
      {kind} <span className="font-medium text-ink">{name}</span>
    </DropdownLabel>
    <DropdownSeparator />
    <DropdownItem onSelect={onSignOut}>
      <LogOut aria-hidden />
      Sign out
    </DropdownItem>
  </DropdownMenu>
);

/** The way in. */
export const SignInLink = ({ next }: { readonly next: string }) => (
  <Button asChild look="secondary" size="small" className="h-9">
    <Link href={`/sign-in?next=${encodeURIComponent(next)}`}>
      <LogIn aria-hidden className="size-4 max-sm:hidden" />
      Sign in
    </Link>
  </Button>
);
