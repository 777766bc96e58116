'use client';

import { useEffect, useState } from 'react';
import { Spinner } from '../../spinner.tsx';

export type DrainStepProps = {
  /** Until the authoritative look-up may be made, by the database's clock at `asOf`. */
  readonly leftMs: number;
  readonly asOf: Date;
  readonly onEnd: () => void;
};

/** Waits out what the old owner may have sent at the moment of the fence. */
export function DrainStep({ leftMs, asOf, onEnd }: DrainStepProps) {
  const left = useCountdown(leftMs, asOf, onEnd);
  const seconds = Math.max(0, Math.ceil(left / 1_000));
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-pretty">
        The record is fenced: its old owner can write nothing more. A call that it sent at the last moment may still be
        on its way, so that a look-up made now could miss it.
      </p>
      <p className="flex items-center gap-3 text-2xl font-semibold tabular-nums" aria-live="off">
        <Spinner />
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
        <span className="text-[13px] font-normal text-muted">until it can be looked up</span>
      </p>
      <p className="text-[13px] text-muted">You may leave: the record stays held and is listed under Unknown.</p>
    </div>
  );
}

/** What is left of a time that the server measured; the local clock only tells how long ago that was. */
function useCountdown(leftMs: number, asOf: Date, onEnd: () => void): number {
  const [left, setLeft] = useState(leftMs);
  const start = asOf.getTime();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reading of the server starts it anew, nothing else does.
  useEffect(() => {
    const openedAt = performance.now();
    setLeft(leftMs);
    const timer = setInterval(() => {
      const now = leftMs - (performance.now() - openedAt);
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      onEnd();
    }, 250);
    return () => clearInterval(timer);
  }, [start, leftMs]);
  return left;
}
