import type { HotKey } from './hot-key.ts';
import type { Comparison } from './overhead.ts';
import type { Measured } from './paired.ts';
import type { Recovery } from './recovery.ts';

/** Everything that one run of the bench found. Latencies in milliseconds, ratios other/base (1 is equal, more is faster). */
export type Results = {
  readonly at: string;
  readonly machine: string;
  readonly comparisons: readonly Comparison[];
  readonly hotKey: HotKey;
  readonly recovery: Recovery;
};

const one = (value: number): string => value.toFixed(1);
const ratio = (value: number): string => value.toFixed(2);

const row = (
  { name, perSecond, p50Ms, p95Ms, p99Ms }: Measured,
  counts: Comparison['baseCounts'],
  last: string,
): string =>
  `| ${[name, perSecond.toFixed(0), one(p50Ms), one(p95Ms), one(p99Ms), counts.statements, counts.connections, last].join(' | ')} |`;

/** The results as Markdown tables. */
export function reportOf(results: Results): string {
  const lines = [
    `Measured ${results.at} on ${results.machine}. Medians of interleaved rounds; ratio is the median over the pairs of rounds of throughput against the line above it.`,
    '',
    '| what | per second | p50 ms | p95 ms | p99 ms | statements | connections | ratio (quartiles) |',
    '|---|---|---|---|---|---|---|---|',
  ];
  for (const { base, other, baseCounts, otherCounts, what, ...rest } of results.comparisons) {
    const [q1, q3] = rest.ratioSpread;
    lines.push(`| **${what}** | | | | | | | |`);
    lines.push(row(base, baseCounts, ''));
    lines.push(row(other, otherCounts, `**${ratio(rest.ratio)}** (${ratio(q1)} to ${ratio(q3)})`));
  }
  const { besideManyPerSecond, besideOnePerSecond, ratio: hot, ratioSpread } = results.hotKey;
  lines.push(
    '',
    '| unrelated placements beside 64 replaying callers | per second | ratio (quartiles) |',
    '|---|---|---|',
    `| on 64 completed keys | ${besideManyPerSecond.toFixed(0)} | |`,
    `| on one hot key | ${besideOnePerSecond.toFixed(0)} | **${ratio(hot)}** (${ratioSpread.map(ratio).join(' to ')}) |`,
    ...recoveryTable(results.recovery),
  );
  return lines.join('\n');
}

const recoveryTable = ({ intervalMs, takeoverMs, completedPerSecond }: Recovery): string[] => [
  '',
  `| recovery of phased runs, the completer looking every ${intervalMs} ms | |`,
  '|---|---|',
  `| from the end of a lease to the completed record | median **${takeoverMs.median.toFixed(0)} ms**, p95 ${takeoverMs.p95.toFixed(0)} ms |`,
  `| abandoned records that one completer ends in a second | **${completedPerSecond.toFixed(0)}** |`,
];
