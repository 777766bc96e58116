import type { ReactNode } from 'react';
import { DeskNav, type NavCounts } from './desk-nav.tsx';
import { EnvironmentBadge } from './environment-badge.tsx';
import { ReadOnlyBanner } from './read-only-banner.tsx';
import { SearchBox } from './search-box.tsx';

export type DeskShellProps = {
  readonly counts: NavCounts;
  /** Beside the top box: what opens palette and help. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
};

/** What is around every page of the desk. */
export const DeskShell = ({ counts, tools, children }: DeskShellProps) => (
  <div className="mx-auto grid w-full max-w-[96rem] lg:grid-cols-[13rem_minmax(0,1fr)] print:block">
    <aside className="flex min-w-0 flex-col gap-2 border-line px-4 py-2 max-lg:border-b sm:px-6 lg:sticky lg:top-14 lg:h-[calc(100dvh-3.5rem)] lg:gap-4 lg:overflow-y-auto lg:border-r lg:px-3 lg:py-6 print:hidden">
      <div className="flex min-w-0 empty:hidden lg:px-3">
        <EnvironmentBadge />
      </div>
      <DeskNav counts={counts} />
    </aside>
    <div className="min-w-0">
      <div className="flex items-center gap-2 border-b border-line px-4 py-2.5 sm:px-6 print:hidden">
        <SearchBox />
        <div className="ml-auto flex items-center gap-1">{tools}</div>
      </div>
      <ReadOnlyBanner />
      {children}
    </div>
  </div>
);
