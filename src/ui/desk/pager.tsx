import { ArrowLeft, ArrowRight, ArrowUpToLine } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';

export type PagerProps = {
  /** Paths of the neighbours; null where there is none. */
  readonly previous: string | null;
  readonly next: string | null;
  /** The path of the newest page; null on it. */
  readonly newest: string | null;
};

/** Goes through a keyset list; nothing where one page is all. Each page is a link that can be kept. */
export const Pager = ({ previous, next, newest }: PagerProps) =>
  previous === null && next === null && newest === null ? null : (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3 sm:px-6"
    >
      <Step href={newest}>
        <ArrowUpToLine aria-hidden className="size-4" />
        Newest
      </Step>
      <Step href={previous}>
        <ArrowLeft aria-hidden className="size-4" />
        Newer
      </Step>
      <Step href={next}>
        Older
        <ArrowRight aria-hidden className="size-4" />
      </Step>
    </nav>
  );

const Step = ({ href, children }: { readonly href: string | null; readonly children: ReactNode }) =>
  href === null ? (
    <Button look="secondary" size="small" disabled>
      {children}
    </Button>
  ) : (
    <Button asChild look="secondary" size="small">
      <Link href={href} prefetch={false} scroll={false}>
        {children}
      </Link>
    </Button>
  );
