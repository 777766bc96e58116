'use client';

import type { Overview } from '../../../desk/get-overview.ts';
import { type LagBucket, laterThan } from '../../../idempotency/lag-buckets.ts';
import { Notice } from '../../notice.tsx';
import { ChartCard } from './chart-card.tsx';
import { CountTable } from './count-table.tsx';
import { FigureAge } from './figure-age.tsx';
import { Bars } from './lazy-charts.tsx';

export type LagCardProps = {
  readonly overview: Overview;
  /** How long this installation replays answers. */
  readonly answerHours: number;
};

const HOUR = 3_600;

/** A bound as people say it. */
export function boundText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < HOUR) return `${seconds / 60} min`;
  if (seconds < 24 * HOUR) return `${seconds / HOUR} h`;
  return `${seconds / (24 * HOUR)} d`;
}

/** How late repeats came in the last thirty days, against how long answers are kept. */
export function LagCard({ overview: { lag, lagComputedAt, asOf }, answerHours }: LagCardProps) {
  const retention = answerHours * HOUR;
  const late = laterThan(lag, retention);
  const bars = lag.map((bucket, index) => ({
    label: labelOf(bucket, lag[index - 1]),
    count: bucket.count,
    tone: (lag[index - 1]?.upToSeconds ?? 0) >= retention ? ('danger' as const) : ('accent' as const),
  }));
  return (
    <ChartCard
      title="How late retries come"
      summary={`Retries of the last 30 days by time since the first answer. ${late} came after the retention of ${answerHours} hours.`}
      age={<FigureAge computedAt={lagComputedAt} asOf={asOf} />}
      notice={
        late > 0 ? (
          <Notice tone="warning" title="The retention is shorter than the retries seen">
            <p className="text-[13px]">
              {late.toLocaleString('en')} {late === 1 ? 'retry' : 'retries'} in 30 days came more than {answerHours}{' '}
              hours after the first answer, when it is no longer replayed. Raise{' '}
              <code className="font-mono">ANSWER_RETENTION_HOURS</code>, or ask the clients to give up earlier.
            </p>
          </Notice>
        ) : (
          <p className="text-[13px] text-muted">
            Answers are replayed for {answerHours} hours. No retry of the last 30 days certainly came later.
          </p>
        )
      }
      table={<CountTable label="How late retries come" of="After the first answer" bars={bars} />}
    >
      <Bars bars={bars} name="Retries" />
    </ChartCard>
  );
}

const labelOf = ({ upToSeconds }: LagBucket, before: LagBucket | undefined): string =>
  upToSeconds === null ? `> ${boundText(before?.upToSeconds ?? 0)}` : `≤ ${boundText(upToSeconds)}`;
