'use client';

import Link from 'next/link';
import type { Overview } from '../../../desk/get-overview.ts';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../table.tsx';
import { Time } from '../../time.tsx';
import { ChartCard } from './chart-card.tsx';
import { ActivityChart } from './lazy-charts.tsx';

export type ActivityCardProps = {
  readonly overview: Overview;
  /** The records created in a span. */
  pathOf(from: Date, to: Date): string;
  onSelect(from: Date, to: Date): void;
};

/** What happened over time: as lines to drag over, or as rows that lead to the same records. */
export function ActivityCard({ overview: { series, stepMs, asOf }, pathOf, onSelect }: ActivityCardProps) {
  const sum = (of: 'claims' | 'replays' | 'conflicts') => series.reduce((total, point) => total + point[of], 0);
  const summary = `${sum('claims')} claims, ${sum('replays')} replays and ${sum('conflicts')} conflicts in this time. The table has every span.`;
  return (
    <ChartCard
      title="Claims, replays and conflicts"
      summary={summary}
      age={
        <span className="text-xs text-muted">
          As of <Time at={asOf} asOf={asOf} show="absolute" />, claims a minute behind. Drag over a span to see its
          records.
        </span>
      }
      table={
        <Table label="Claims, replays and conflicts">
          <TableHead>
            <TableRow>
              <TableHeaderCell>From</TableHeaderCell>
              <TableHeaderCell className="text-right">Claims</TableHeaderCell>
              <TableHeaderCell className="text-right">Replays</TableHeaderCell>
              <TableHeaderCell className="text-right">Conflicts</TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {series.toReversed().map(({ at, claims, replays, conflicts }) => (
              <TableRow key={at.getTime()}>
                <TableCell>
                  <Link
                    href={pathOf(at, new Date(at.getTime() + stepMs))}
                    prefetch={false}
                    className="rounded-sm text-accent-text underline-offset-4 hover:underline"
                  >
                    <Time at={at} asOf={asOf} show="absolute" />
                  </Link>
                </TableCell>
                <TableCell className="text-right">{claims.toLocaleString('en')}</TableCell>
                <TableCell className="text-right">{replays.toLocaleString('en')}</TableCell>
                <TableCell className="text-right">{conflicts.toLocaleString('en')}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      }
    >
      <ActivityChart series={series} stepMs={stepMs} onSelect={onSelect} />
    </ChartCard>
  );
}
