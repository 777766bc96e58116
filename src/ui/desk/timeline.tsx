import type { TimelineEvent } from '../../desk/timeline.ts';
import { cn } from '../cn.ts';
import { Time } from '../time.tsx';
import { timelineWords } from './timeline-words.ts';

export type TimelineProps = { readonly events: readonly TimelineEvent[]; readonly asOf: Date };

const DOTS = {
  neutral: 'bg-muted',
  accent: 'bg-accent',
  success: 'bg-success-text',
  warning: 'bg-warning-text',
  danger: 'bg-danger',
} as const;

/** What happened, oldest first; what has a date but has not happened yet comes last and is hollow. */
export const Timeline = ({ events, asOf }: TimelineProps) => (
  <ol className="grid">
    {events.map((event, index) => {
      const { title, detail, tone } = timelineWords(event);
      const isAhead = event.at > asOf;
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: several events may be of one moment, and the list is only replaced.
        <li key={index} className="group relative grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3 pb-4 last:pb-0">
          <span
            aria-hidden
            className="absolute top-[1.375rem] bottom-0 left-[0.4375rem] w-0.5 bg-line group-last:hidden"
          />
          <span
            aria-hidden
            className={cn('mt-1.5 ml-0.5 size-3 rounded-full', isAhead ? 'border-2 border-line-strong' : DOTS[tone])}
          />
          <div className={cn('grid gap-0.5 text-[13px]', isAhead && 'text-muted')}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-medium">{title}</span>
              <Time at={event.at} asOf={asOf} className="text-xs text-muted" />
            </div>
            {detail && <span className="min-w-0 break-words text-muted">{detail}</span>}
            {event.kind === 'run' && event.evidence && <Evidence text={event.evidence} />}
          </div>
        </li>
      );
    })}
  </ol>
);

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
