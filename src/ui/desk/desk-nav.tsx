'use client';

import { FileStack, GitCompareArrows } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';

/** Pages of the desk, in the order in which operators need them. */
const PAGES = [
  { href: '/desk/records', label: 'Records', icon: FileStack },
  { href: '/desk/conflicts', label: 'Conflicts', icon: GitCompareArrows },
] as const;

/** The desk's own navigation: a column at the side, a row on a narrow screen. */
export function DeskNav() {
  const path = usePathname();
  return (
    <nav aria-label="Desk">
      <ul className="flex gap-1 lg:grid">
        {PAGES.map(({ href, label, icon: Icon }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              aria-current={path === href || path.startsWith(`${href}/`) ? 'page' : undefined}
              className="flex h-9 items-center gap-2 rounded-md px-3 text-sm font-medium text-muted transition-colors hover:bg-raised hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text"
            >
              <Icon aria-hidden className="size-4" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
