import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Time } from '../time.tsx';

export type ListBarProps = {
  /** The database's time of the read; absent while there is none. */
  readonly asOf: Date | undefined;
  /** The last refresh failed: what is shown is older than it should be. */
  readonly isStale: boolean;
  readonly isBusy: boolean;
  readonly onRefresh: () => void;
  /** What the list holds: "50 records on this page". */
  readonly children?: ReactNode;
};

/** The line over a list: what it holds, as of when, and the button that reads it again. */
export const ListBar = ({ asOf, isStale, isBusy, onRefresh, children }: ListBarProps) => (
  <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-1.5 text-[13px] text-muted sm:px-6">
    <div>{children}</div>
    <div className="flex items-center gap-2">
      <p role="status">
        {isStale && <span className="font-medium text-warning-text">Stale: the refresh failed. </span>}
        {asOf && (
          <>
            As of <Time at={asOf} show="absolute" className="text-ink" />
          </>
        )}
      </p>
      <Button look="quiet" size="small" busy={isBusy} onClick={onRefresh} className="px-2">
        {!isBusy && <RefreshCw aria-hidden className="size-4" />}
        <span className="max-sm:sr-only">Refresh</span>
      </Button>
    </div>
  </div>
);
