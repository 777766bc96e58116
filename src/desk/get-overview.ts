import { z } from 'zod';
import { type LagBucket, lagBuckets } from '../idempotency/lag-buckets.ts';
import type { Snapshot } from '../postgres/read-only.ts';
import {
  type ActionRow,
  type AttentionRow,
  type Figure,
  readActions,
  readAttention,
  readFigures,
  readSeries,
  type SeriesPoint,
} from '../postgres/statements/read-overview.ts';
import { maskText } from './mask-text.ts';
import type { Operator } from './operator.ts';
import { roleMay } from './permissions.ts';

/** How far back the charts go, and the span of one point. */
const WINDOWS = {
  '1h': { length: '1 hour', step: '1 minute', stepMs: 60_000 },
  '24h': { length: '24 hours', step: '15 minutes', stepMs: 900_000 },
  '7d': { length: '7 days', step: '2 hours', stepMs: 7_200_000 },
} as const;

export type OverviewWindow = keyof typeof WINDOWS;

/** Reads the page's URL and the procedure's input; a window that is none is a day. */
export const overviewFilters = z
  .object({ window: z.enum(['1h', '24h', '7d']).default('24h').catch('24h') })
  .prefault({});

/** A number and when it was computed; null before the first time. */
export type CountFigure = { readonly value: number; readonly computedAt: Date } | null;

export type Overview = {
  readonly window: OverviewWindow;
  readonly stepMs: number;
  readonly stuck: CountFigure;
  readonly unknown: CountFigure;
  readonly parked: CountFigure;
  readonly held: CountFigure;
  readonly conflictsDay: CountFigure;
  readonly expiringHour: CountFigure;
  readonly oldestStuckSeconds: CountFigure;
  /** Stuck records by age: up to 1 min, 10 min, 1 h, 6 h, 24 h, and beyond. Empty before it was first computed. */
  readonly stuckAges: readonly number[];
  readonly lag: readonly LagBucket[];
  readonly lagComputedAt: Date | null;
  readonly series: readonly SeriesPoint[];
  /** Null for those who may not read records. */
  readonly attention: readonly AttentionRow[] | null;
  readonly actions: readonly ActionRow[];
  /** Only what this operator did: the rest needs `audit:read`. */
  readonly isOwnOnly: boolean;
  readonly asOf: Date;
};

const NAMES = [
  'stuck',
  'unknown',
  'parked',
  'held',
  'conflicts.day',
  'expiring.hour',
  'stuck.oldest_seconds',
  'stuck.ages',
  'replay_lag',
] as const;

/** Everything that the overview shows. Counts are figures of the background; lists are of this moment. */
export async function getOverview(
  { client, asOf }: Snapshot,
  { window }: z.output<typeof overviewFilters>,
  operator: Operator,
): Promise<Overview> {
  const figures = new Map((await readFigures(client, NAMES)).map((figure) => [figure.name, figure]));
  const { length, step, stepMs } = WINDOWS[window];
  const isOwnOnly = !roleMay(operator.role, 'audit:read');
  const lag = figures.get('replay_lag');
  const attention = roleMay(operator.role, 'records:read') ? await readAttention(client) : null;
  return {
    window,
    stepMs,
    stuck: countOf(figures.get('stuck')),
    unknown: countOf(figures.get('unknown')),
    parked: countOf(figures.get('parked')),
    held: countOf(figures.get('held')),
    conflictsDay: countOf(figures.get('conflicts.day')),
    expiringHour: countOf(figures.get('expiring.hour')),
    oldestStuckSeconds: countOf(figures.get('stuck.oldest_seconds')),
    stuckAges: numbers.catch([]).parse(jsonOf(figures.get('stuck.ages'))),
    lag: lagBuckets(counts.catch({}).parse(jsonOf(lag))),
    lagComputedAt: lag?.computedAt ?? null,
    series: await readSeries(client, length, step),
    attention: attention?.map((row) => ({ ...row, why: row.why && maskText(row.why) })) ?? null,
    actions: await readActions(client, isOwnOnly ? operator.userId : null),
    isOwnOnly,
    asOf,
  };
}

/** What the frame of every page shows beside its links. */
export type ShellCounts = {
  readonly counts: { readonly stuck?: number; readonly unknown?: number };
  readonly computedAt: Date | null;
  readonly asOf: Date;
};

/** How many are stuck, and how many wait for a person. */
export async function getShellCounts({ client, asOf }: Snapshot): Promise<ShellCounts> {
  const figures = new Map(
    (await readFigures(client, ['stuck', 'unknown', 'parked'])).map((figure) => [figure.name, figure]),
  );
  const stuck = countOf(figures.get('stuck'));
  const unknown = countOf(figures.get('unknown'));
  return {
    counts: {
      ...(stuck ? { stuck: stuck.value } : {}),
      ...(unknown ? { unknown: unknown.value + (countOf(figures.get('parked'))?.value ?? 0) } : {}),
    },
    computedAt: stuck?.computedAt ?? null,
    asOf,
  };
}

const numbers = z.array(z.number());
const counts = z.record(z.string(), z.number());

const countOf = (figure: Figure | undefined): CountFigure =>
  figure ? { value: Number(figure.value), computedAt: figure.computedAt } : null;

function jsonOf(figure: Figure | undefined): unknown {
  try {
    return JSON.parse(figure?.value ?? 'null');
  } catch {
    return null;
  }
}
