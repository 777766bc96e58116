import type { ReactNode } from 'react';
import { Badge } from '../badge.tsx';
import { DeskNav } from './desk-nav.tsx';
import { SearchBox } from './search-box.tsx';

export type DeskShellProps = {
  /** Which installation this is, so that nobody mistakes one for another; null where it has no name. */
  readonly environmentName: string | null;
  readonly children: ReactNode;
};

/** What is around every page of the desk. */
export const DeskShell = ({ environmentName, children }: DeskShellProps) => (
  <div className="mx-auto grid w-full max-w-[96rem] lg:grid-cols-[13rem_minmax(0,1fr)]">
    <aside className="flex flex-wrap items-center gap-3 border-line px-4 py-3 max-lg:border-b sm:px-6 lg:sticky lg:top-14 lg:h-[calc(100dvh-3.5rem)] lg:flex-col lg:flex-nowrap lg:items-stretch lg:border-r lg:px-3 lg:py-6">
      {environmentName && (
        <div className="lg:px-3">
          <Badge tone={isProduction(environmentName) ? 'danger' : 'accent'} className="max-w-full">
            <span className="truncate">{environmentName}</span>
          </Badge>
        </div>
      )}
      <DeskNav />
    </aside>
    <div className="min-w-0">
      <div className="border-b border-line px-4 py-2.5 sm:px-6">
        <SearchBox />
      </div>
      {children}
    </div>
  </div>
);

/** What is real is shown in the colour of danger. */
const isProduction = (name: string): boolean => /^(?:prod|live)/i.test(name);
