'use client';

import type { Overview } from '../../../desk/get-overview.ts';
import { durationText } from '../../time-text.ts';
import { ChartCard } from './chart-card.tsx';
import { CountTable } from './count-table.tsx';
import { FigureAge } from './figure-age.tsx';
import { Bars } from './lazy-charts.tsx';

const LABELS = ['≤ 1 min', '≤ 10 min', '≤ 1 h', '≤ 6 h', '≤ 24 h', '> 24 h'] as const;

/** A minute is a takeover on its way; an hour is nobody at work. */
const TONES = ['accent', 'accent', 'warning', 'warning', 'danger', 'danger'] as const;

/** For how long the leases of stuck records have been lapsed. */
export function StuckCard({
  overview: { stuck, stuckAges, oldestStuckSeconds, asOf },
}: {
  readonly overview: Overview;
}) {
  const bars = LABELS.map((label, index) => ({ label, count: stuckAges[index] ?? 0, tone: TONES[index] ?? 'danger' }));
  const oldest = oldestStuckSeconds?.value ?? 0;
  return (
    <ChartCard
      title="Age of stuck records"
      summary={`${stuck?.value ?? 0} stuck records; the oldest lease lapsed ${durationText(oldest * 1_000)} ago.`}
      age={<FigureAge computedAt={stuck?.computedAt ?? null} asOf={asOf} />}
      notice={
        <p className="text-[13px] text-muted">
          {oldest > 0 ? `The oldest lease lapsed ${durationText(oldest * 1_000)} ago.` : 'Nothing is stuck.'}
        </p>
      }
      table={<CountTable label="Age of stuck records" of="Lapsed for" bars={bars} />}
    >
      <Bars bars={bars} name="Stuck" />
    </ChartCard>
  );
}
