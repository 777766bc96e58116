'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';

export type NavLinkProps = {
  readonly href: string;
  readonly label: string;
  /** Path prefixes for which it is the current one; default: `href`. */
  readonly covers?: readonly string[];
};

/** A link of the navigation; says where one is. */
export function NavLink({ href, label, covers = [href] }: NavLinkProps) {
  const path = usePathname();
  const isCurrent = covers.some((prefix) => path === prefix || (prefix !== '/' && path.startsWith(`${prefix}/`)));
  return (
    <Link
      href={href}
      // Fetched ahead, a page is the one of who was signed in before; and a sign-in whose target was on its way so got stuck.
      prefetch={false}
      aria-current={isCurrent ? 'page' : undefined}
      className="inline-flex h-9 items-center rounded-md px-1.5 text-[13px] font-medium text-muted transition-colors hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink sm:px-3 sm:text-sm"
    >
      {label}
    </Link>
  );
}
