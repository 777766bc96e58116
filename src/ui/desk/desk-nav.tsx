'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { useDesk } from './desk-context.tsx';
import { type DeskPage, pagesFor } from './desk-pages.ts';

/** What stands beside a page's name; absent where it is not known. */
export type NavCounts = { readonly [Name in NonNullable<DeskPage['count']>]?: number };

export type DeskNavProps = { readonly counts: NavCounts };

/** The desk's own navigation: a column at the side, a row that scrolls on a narrow screen. Only what the role may open. */
export function DeskNav({ counts }: DeskNavProps) {
  const path = usePathname();
  const { permissions } = useDesk();
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const here = [...(row.current?.querySelectorAll('a') ?? [])].find(({ pathname }) => isHere(path, pathname));
    // By hand, since scrollIntoView would move the page as well.
    if (row.current && here)
      row.current.scrollLeft = here.offsetLeft - (row.current.clientWidth - here.offsetWidth) / 2;
  }, [path]);
  return (
    <nav ref={row} aria-label="Desk" className="relative min-w-0 max-lg:-mx-1 max-lg:overflow-x-auto max-lg:p-1">
      <ul className="flex gap-0.5 lg:grid">
        {pagesFor(permissions).map(({ href, label, icon: Icon, count, letter }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              aria-current={isHere(path, href) ? 'page' : undefined}
              aria-keyshortcuts={`g ${letter}`}
              className="flex h-9 items-center gap-2 rounded-md px-3 text-sm font-medium whitespace-nowrap text-muted transition-colors hover:bg-raised hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text"
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              {label}
              {count && <NavCount value={counts[count]} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const isHere = (path: string, href: string): boolean =>
  path === href || (href !== '/desk' && path.startsWith(`${href}/`));

const NavCount = ({ value }: { readonly value: number | undefined }) =>
  value === undefined || value === 0 ? null : (
    <span className="ml-auto rounded-full bg-warning-soft px-2 text-xs leading-5 font-semibold text-warning-text tabular-nums">
      {value > 999 ? '999+' : value}
    </span>
  );
