import Link from 'next/link';
import type { ReactNode } from 'react';
import { KeyMark } from './key-mark.tsx';
import { NavLink } from './nav-link.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** The top of every page. `account` is the account menu or the link to sign in. */
export const SiteHeader = ({ account }: { readonly account: ReactNode }) => (
  <header className="sticky top-0 z-30 border-b border-line bg-surface">
    <a
      href="#main"
      className="absolute top-2 left-2 z-40 -translate-y-16 rounded-md bg-accent px-3 py-2 text-accent-ink focus:translate-y-0"
    >
      Skip to content
    </a>
    <div className="mx-auto flex h-14 max-w-[96rem] items-center gap-1 px-3 sm:gap-4 sm:px-6">
      <Link href="/" className="flex h-9 items-center gap-2 rounded-md px-1 font-semibold tracking-tight">
        <KeyMark className="text-accent-text" />
        <span className="max-sm:sr-only">Latchkey</span>
      </Link>
      <nav aria-label="Main" className="flex items-center sm:gap-1">
        <NavLink href="/" label="Shop" covers={['/', '/checkout']} />
        <NavLink href="/orders" label="Orders" />
        <NavLink href="/escrows" label="Escrows" />
        <NavLink href="/desk" label="Desk" />
      </nav>
      <div className="ml-auto flex items-center gap-1">
        <ThemeSwitch />
        {account}
      </div>
    </div>
  </header>
);
