'use client';

import { useEffect, useState } from 'react';
import { cn } from './cn.ts';
import { useShownZone } from './desk/preferences.tsx';
import { absoluteTime, localTime, relativeTime } from './time-text.ts';

export type TimeProps = {
  readonly at: Date;
  /** When the data was read, by the clock that wrote `at`. The age counts from there, so a wrong local clock does not show. */
  readonly asOf?: Date;
  /** `both` writes the absolute time beside the relative one; else it is the title. */
  readonly show?: 'relative' | 'absolute' | 'both';
  readonly className?: string;
};

/** Ages are read in minutes: four looks a minute keep them true without work. */
const TICK_MS = 15_000;

/** A moment, relative and absolute, in the zone that was chosen. Ticks by itself. */
export function Time({ at, asOf, show = 'relative', className }: TimeProps) {
  const start = asOf?.getTime();
  const [now, setNow] = useState(() => start ?? Date.now());
  const zone = useShownZone();
  const [here, setHere] = useState<string>();
  useEffect(() => {
    const openedAt = Date.now();
    // Only the browser knows its zone; the server's would be somebody else's.
    setHere(Intl.DateTimeFormat().resolvedOptions().timeZone);
    const timer = setInterval(() => setNow((start ?? openedAt) + Date.now() - openedAt), TICK_MS);
    setNow(start ?? openedAt);
    return () => clearInterval(timer);
  }, [start]);
  const absolute = absoluteTime(at, zone);
  return (
    <time
      // The server wrote the age by its own clock, and React keeps that text: a new element gets the browser's.
      key={start === undefined ? here : 'read'}
      dateTime={at.toISOString()}
      title={[
        ...(show === 'relative' ? [absolute] : []),
        ...(here && here !== zone ? [`${localTime(at, here)} here`] : []),
      ].join('\n')}
      className={cn('tabular-nums', show === 'both' ? 'inline-flex flex-wrap gap-x-2' : 'whitespace-nowrap', className)}
      suppressHydrationWarning
    >
      {show === 'absolute' ? absolute : relativeTime(at.getTime(), now)}
      {show === 'both' && <span className="text-muted">{absolute}</span>}
    </time>
  );
}
