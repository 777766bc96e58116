import { Pause, Radio, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../button.tsx';
import { Time } from '../../time.tsx';

export type ListStatusProps = {
  /** What the list holds. */
  readonly count: string | null;
  /** The database's time of the count, where it was counted apart from the rows. */
  readonly countAsOf: Date | null;
  /** The database's time of the rows; null while there are none. */
  readonly asOf: Date | null;
  /** The last refresh failed: what is shown is older than it should be. */
  readonly isStale: boolean;
  /** Why the list rests; null while it is live. */
  readonly paused: string | null;
  readonly isBusy: boolean;
  readonly newCount: number;
  /** More than one page of new rows. */
  readonly hasMoreNew: boolean;
  readonly onShowNew: () => void;
  readonly onRefresh: () => void;
  /** Menus: columns, views, density. */
  readonly tools: ReactNode;
};

/** The line over a list: what it holds, as of when, whether it is live, and what waits to be shown. */
export const ListStatus = (props: ListStatusProps) => {
  const { count, countAsOf, asOf, isStale, paused, isBusy, newCount, hasMoreNew, onShowNew, onRefresh, tools } = props;
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-1.5 text-[13px] text-muted sm:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium text-ink">{count}</span>
        {countAsOf && (
          <span>
            counted <Time at={countAsOf} show="absolute" />
          </span>
        )}
        {newCount > 0 && (
          <Button size="small" look="secondary" onClick={onShowNew} className="h-7 rounded-full text-accent-text">
            {newCount}
            {hasMoreNew && '+'} new
          </Button>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p role="status" className="flex flex-wrap items-center gap-x-2">
          {isStale && <span className="font-medium text-warning-text">Stale: the refresh failed.</span>}
          <span className="inline-flex items-center gap-1.5">
            {paused ? (
              <Pause aria-hidden className="size-3.5" />
            ) : (
              <Radio aria-hidden className="size-3.5 text-success-text" />
            )}
            {paused ?? 'Live'}
          </span>
        </p>
        {asOf && (
          <p>
            As of <Time at={asOf} show="absolute" className="text-ink" />
          </p>
        )}
        <div className="flex items-center gap-1">
          <Button look="quiet" size="small" busy={isBusy} onClick={onRefresh} className="px-2">
            {!isBusy && <RefreshCw aria-hidden className="size-4" />}
            <span className="max-sm:sr-only">Refresh</span>
          </Button>
          {tools}
        </div>
      </div>
    </div>
  );
};
