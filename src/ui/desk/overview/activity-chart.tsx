'use client';

import { useState } from 'react';
import {
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ReferenceArea,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { Overview } from '../../../desk/get-overview.ts';
import { absoluteTime } from '../../time-text.ts';
import { useShownZone } from '../preferences.tsx';
import { AXIS, GRID, MARGIN, TOOLTIP } from './chart-looks.ts';

export type ActivityChartProps = {
  readonly series: Overview['series'];
  readonly stepMs: number;
  /** Somebody dragged over this span; the end is not included. */
  onSelect(from: Date, to: Date): void;
};

/** The lines of the chart, told apart by dashes as well as by colour. */
const LINES = [
  { key: 'claims', name: 'Claims', stroke: 'var(--accent)', dash: undefined },
  { key: 'replays', name: 'Replays', stroke: 'var(--success-text)', dash: '6 3' },
  { key: 'conflicts', name: 'Conflicts', stroke: 'var(--danger)', dash: '2 3' },
] as const;

/** Claims, replays and conflicts over time; dragging chooses a span. */
export function ActivityChart({ series, stepMs, onSelect }: ActivityChartProps) {
  const zone = useShownZone();
  const [from, setFrom] = useState<number | null>(null);
  const [to, setTo] = useState<number | null>(null);
  const points = series.map(({ at, ...counts }) => ({ ...counts, at: at.getTime() }));
  const text = (at: unknown, length: number) =>
    absoluteTime(new Date(Number(at)), zone).slice(...(length === 5 ? [11, 16] : [0, 16]));
  const end = () => {
    if (from !== null && to !== null) {
      const [first, last] = [Math.min(from, to), Math.max(from, to)];
      onSelect(new Date(first), new Date(last + stepMs));
    }
    setFrom(null);
    setTo(null);
  };
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart
        data={points}
        margin={MARGIN}
        accessibilityLayer={false}
        className="cursor-crosshair select-none"
        onMouseDown={({ activeLabel }) => {
          setFrom(activeLabel === undefined ? null : Number(activeLabel));
          setTo(activeLabel === undefined ? null : Number(activeLabel));
        }}
        onMouseMove={({ activeLabel }) => {
          if (from !== null && activeLabel !== undefined) setTo(Number(activeLabel));
        }}
        onMouseUp={end}
        onMouseLeave={() => {
          setFrom(null);
          setTo(null);
        }}
      >
        <CartesianGrid {...GRID} />
        <XAxis
          {...AXIS}
          dataKey="at"
          type="number"
          domain={['dataMin', 'dataMax']}
          scale="time"
          tickFormatter={(at) => (stepMs > 3_600_000 ? text(at, 16).slice(5, 10) : text(at, 5))}
          minTickGap={40}
        />
        <YAxis {...AXIS} allowDecimals={false} width={48} />
        <Tooltip {...TOOLTIP} labelFormatter={(at) => text(at, 16)} />
        <Legend wrapperStyle={{ fontSize: 12 }} iconType="plainline" />
        {LINES.map(({ key, name, stroke, dash }) => (
          <Line
            key={key}
            dataKey={key}
            name={name}
            stroke={stroke}
            strokeWidth={2}
            {...(dash === undefined ? {} : { strokeDasharray: dash })}
            dot={false}
            isAnimationActive={false}
          />
        ))}
        {from !== null && to !== null && <ReferenceArea x1={from} x2={to} fill="var(--accent)" fillOpacity={0.15} />}
      </LineChart>
    </ResponsiveContainer>
  );
}
