'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { TimelineEvent } from '../../desk/timeline.ts';
import { TimelineLine } from './timeline-event.tsx';
import { groupsOf, TIMELINE_GROUPS, type TimelineGroup } from './timeline-groups.ts';

export type TimelineProps = {
  /** The oldest first. */
  readonly events: readonly TimelineEvent[];
  readonly asOf: Date;
  readonly group: TimelineGroup | null;
  onGroup(group: TimelineGroup | null): void;
};

/** Most records have a dozen events; from here on only those in sight are in the page. */
const MAX_PLAIN = 60;

/** Of a line without evidence, which most are; each is measured once it shows. */
const LINE_PX = 62;

/** What happened, oldest first, and what has a date but has not happened yet. `#event-<id>` in the URL leads to one. */
export function Timeline({ events, asOf, group, onGroup }: TimelineProps) {
  const shown = group === null ? events : events.filter((event) => groupsOf(event).includes(group));
  const linked = useLinkedEvent();
  const scroller = useRef<HTMLElement>(null);
  const isPlain = shown.length <= MAX_PLAIN;
  const virtualizer = useVirtualizer({
    count: isPlain ? 0 : shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    getItemKey: (index) => shown[index]?.id ?? index,
    overscan: 8,
  });
  const linkedIndex = shown.findIndex(({ id }) => id === linked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per link; new events must not move what is being read.
  useEffect(() => {
    if (linkedIndex < 0) return;
    if (isPlain) document.getElementById(`event-${linked}`)?.scrollIntoView({ block: 'center' });
    else {
      scroller.current?.scrollIntoView({ block: 'center' });
      virtualizer.scrollToIndex(linkedIndex, { align: 'center' });
    }
  }, [linked]);
  const line = (event: TimelineEvent, index: number) => (
    <TimelineLine event={event} asOf={asOf} isLast={index === shown.length - 1} isLinked={event.id === linked} />
  );
  return (
    <div className="grid gap-4">
      <Groups events={events} group={group} onGroup={onGroup} />
      {shown.length === 0 && <p className="text-[13px] text-muted">Nothing of this kind has happened.</p>}
      {isPlain ? (
        <ol aria-label="Events">
          {shown.map((event, index) => (
            <li key={event.id} id={`event-${event.id}`} className="scroll-mt-20">
              {line(event, index)}
            </li>
          ))}
        </ol>
      ) : (
        <section
          ref={scroller}
          aria-label={`${shown.length.toLocaleString('en')} events`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="h-[40rem] overflow-auto px-1"
        >
          <ol aria-label="Events" className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start, key }) => {
              const event = shown[index];
              return (
                event && (
                  <li
                    key={key}
                    id={`event-${event.id}`}
                    data-index={index}
                    ref={virtualizer.measureElement}
                    aria-setsize={shown.length}
                    aria-posinset={index + 1}
                    className="absolute inset-x-0 top-0"
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    {line(event, index)}
                  </li>
                )
              );
            })}
          </ol>
        </section>
      )}
    </div>
  );
}

/** The event that the URL's fragment names. */
function useLinkedEvent(): string | null {
  const [linked, setLinked] = useState<string | null>(null);
  useEffect(() => {
    const read = () => setLinked(/^#event-([\w-]{1,40})$/.exec(window.location.hash)?.[1] ?? null);
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return linked;
}

const Groups = ({ events, group, onGroup }: Pick<TimelineProps, 'events' | 'group' | 'onGroup'>) => (
  <fieldset className="flex flex-wrap gap-1.5">
    <legend className="sr-only">Which events</legend>
    {[null, ...(Object.keys(TIMELINE_GROUPS) as TimelineGroup[])].map((name) => {
      const count = name === null ? events.length : events.filter((event) => groupsOf(event).includes(name)).length;
      return (
        <button
          key={name ?? 'all'}
          type="button"
          aria-pressed={name === group}
          disabled={count === 0 && name !== null}
          onClick={() => onGroup(name)}
          className="inline-flex h-7 items-center gap-1.5 rounded-full border border-line px-3 text-xs font-medium text-muted transition-colors hover:bg-raised hover:text-ink disabled:opacity-50 aria-pressed:border-transparent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
        >
          {name === null ? 'All' : TIMELINE_GROUPS[name]}
          <span className="tabular-nums">{count.toLocaleString('en')}</span>
        </button>
      );
    })}
  </fieldset>
);
