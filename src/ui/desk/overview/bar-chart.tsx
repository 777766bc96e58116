'use client';

import { Bar, BarChart, CartesianGrid, Cell, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { AXIS, GRID, MARGIN, TOOLTIP } from './chart-looks.ts';

/** One bar; `tone` says what it means, and its label says the same. */
export type BarOf = { readonly label: string; readonly count: number; readonly tone: 'accent' | 'warning' | 'danger' };

export type BarsProps = { readonly bars: readonly BarOf[]; readonly name: string };

const FILLS = { accent: 'var(--accent)', warning: 'var(--warning-text)', danger: 'var(--danger)' } as const;

/** How many of each. */
export const Bars = ({ bars, name }: BarsProps) => (
  <ResponsiveContainer width="100%" height="100%">
    <BarChart data={[...bars]} margin={MARGIN} accessibilityLayer={false}>
      <CartesianGrid {...GRID} />
      <XAxis
        {...AXIS}
        dataKey="label"
        interval="equidistantPreserveStart"
        minTickGap={2}
        tick={{ ...AXIS.tick, fontSize: 10 }}
      />
      <YAxis {...AXIS} allowDecimals={false} width={48} />
      <Tooltip {...TOOLTIP} cursor={{ fill: 'var(--raised)' }} />
      <Bar
        dataKey="count"
        name={name}
        minPointSize={(count) => (Number(count) > 0 ? 2 : 0)}
        radius={[3, 3, 0, 0]}
        isAnimationActive={false}
      >
        {bars.map(({ label, tone }) => (
          <Cell key={label} fill={FILLS[tone]} />
        ))}
      </Bar>
    </BarChart>
  </ResponsiveContainer>
);
