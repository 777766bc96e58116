import { Link2 } from 'lucide-react';
import Link from 'next/link';
import type { TimelineEvent } from '../../desk/timeline.ts';
import { cn } from '../cn.ts';
import { Time } from '../time.tsx';
import { timelineWords } from './timeline-words.ts';

export type TimelineLineProps = {
  readonly event: TimelineEvent;
  readonly asOf: Date;
  readonly isLast: boolean;
  /** The one that the page's link leads to. */
  readonly isLinked: boolean;
};

const DOTS = {
  neutral: 'bg-muted',
  accent: 'bg-accent',
  success: 'bg-success-text',
  warning: 'bg-warning-text',
  danger: 'bg-danger',
} as const;

/** One event; what has a date but has not happened yet is hollow. */
export function TimelineLine({ event, asOf, isLast, isLinked }: TimelineLineProps) {
  const { title, detail, tone } = timelineWords(event);
  const isAhead = event.at > asOf;
  const act = event.kind === 'run' || event.kind === 'operator' ? event.act : null;
  return (
    <div
      className={cn(
        'group relative grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3 rounded-md pb-4',
        isLinked && 'bg-accent-soft outline-2 outline-accent',
      )}
    >
      {!isLast && <span aria-hidden className="absolute top-[1.375rem] bottom-0 left-[0.4375rem] w-0.5 bg-line" />}
      <span
        aria-hidden
        className={cn('mt-1.5 ml-0.5 size-3 rounded-full', isAhead ? 'border-2 border-line-strong' : DOTS[tone])}
      />
      <div className={cn('grid gap-0.5 text-[13px]', isAhead && 'text-muted')}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">
            {title}
            <a
              href={`#event-${event.id}`}
              aria-label={`Link to this event: ${title}`}
              className="ml-1 inline-flex size-6 items-center justify-center rounded-sm align-middle text-muted opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
            >
              <Link2 aria-hidden className="size-3.5" />
            </a>
          </span>
          <Time at={event.at} asOf={asOf} className="text-xs text-muted" />
        </div>
        {detail && <span className="min-w-0 break-words text-muted">{detail}</span>}
        {act && (
          <Link
            href={`?tab=audit#audit-${act.auditId}`}
            prefetch={false}
            className="w-fit rounded-sm text-accent-text underline-offset-4 hover:underline"
          >
            Audit entry #{act.auditId}
          </Link>
        )}
        {event.kind === 'run' && event.evidence && <Evidence text={event.evidence} />}
      </div>
    </div>
  );
}

/** What a provider said, masked by the server and shown as text. */
const Evidence = ({ text }: { readonly text: string }) => (
  <details className="mt-1">
    <summary className="w-fit cursor-pointer rounded-sm text-accent-text">Evidence</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
    <section aria-label="Evidence" tabIndex={0} className="mt-1 max-h-64 overflow-auto rounded-md bg-raised">
      <pre className="w-fit min-w-full p-3 font-mono text-xs leading-5">{text}</pre>
    </section>
  </details>
);
