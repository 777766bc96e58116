import { ArrowLeft, ArrowRight, ArrowUpToLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../button.tsx';
import { UrlLink } from './url-link.tsx';

/** A neighbouring page; null where there is none. */
export type ListStep = { readonly href: string; readonly onGo: () => void } | null;

export type ListPagerProps = {
  readonly first: ListStep;
  readonly previous: ListStep;
  readonly next: ListStep;
};

/** Goes through a keyset list; nothing where one page is all. Each page is a link that can be kept. */
export const ListPager = ({ first, previous, next }: ListPagerProps) =>
  previous === null && next === null && first === null ? null : (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3 sm:px-6"
    >
      <Step step={first}>
        <ArrowUpToLine aria-hidden className="size-4" />
        First
      </Step>
      <Step step={previous}>
        <ArrowLeft aria-hidden className="size-4" />
        Previous
      </Step>
      <Step step={next}>
        Next
        <ArrowRight aria-hidden className="size-4" />
      </Step>
    </nav>
  );

const Step = ({ step, children }: { readonly step: ListStep; readonly children: ReactNode }) =>
  step === null ? (
    <Button look="secondary" size="small" disabled>
      {children}
    </Button>
  ) : (
    <Button asChild look="secondary" size="small">
      <UrlLink href={step.href} onGo={step.onGo}>
        {children}
      </UrlLink>
    </Button>
  );
