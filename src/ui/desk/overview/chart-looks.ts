/** What all charts share: the colours of the theme, small text, no lines that say nothing. */
export const AXIS = {
  stroke: 'var(--line-strong)',
  tick: { fill: 'var(--muted)', fontSize: 11 },
  tickLine: false,
} as const;

export const GRID = { stroke: 'var(--line)', vertical: false } as const;

export const TOOLTIP = {
  contentStyle: {
    background: 'var(--surface)',
    border: '1px solid var(--line)',
    borderRadius: 8,
    boxShadow: 'var(--shadow-float)',
    color: 'var(--ink)',
    fontSize: 12,
  },
  labelStyle: { color: 'var(--muted)' },
  itemStyle: { color: 'var(--ink)', padding: 0 },
} as const;

/** Room for the axis' labels and no more. */
export const MARGIN = { top: 8, right: 12, bottom: 0, left: -12 } as const;
