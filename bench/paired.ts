import { load } from './load.ts';
import { median, quantile } from './stats.ts';

export type Side = { readonly name: string; call(n: number): Promise<unknown> };

export type Measured = {
  readonly name: string;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
};

export type Paired = {
  readonly base: Measured;
  readonly other: Measured;
  /** Median over the rounds of other/base throughput; each pair ran back to back. */
  readonly ratio: number;
  readonly ratioSpread: readonly [q1: number, q3: number];
};

/** Calls of each side before anything counts; from there on the medians of rounds no longer rise. */
const WARM_UP_CALLS = 2_400;

/** How much load a comparison makes. */
export type Plan = { readonly rounds: number; readonly calls: number; readonly callers: number };

/**
 * Compares two ways of doing a thing in interleaved rounds, the order swapped from round to round, so that a noisy
 * neighbour meets both. What counts begins after the warm-up: a process that serves has long compiled what it runs.
 */
export async function paired(base: Side, other: Side, plan: Plan): Promise<Paired> {
  const speeds = new Map<Side, number[]>([
    [base, []],
    [other, []],
  ]);
  const latencies = new Map<Side, number[]>([
    [base, []],
    [other, []],
  ]);
  const ratios: number[] = [];
  for (let round = -Math.ceil(WARM_UP_CALLS / plan.calls); round < plan.rounds; round++) {
    const speed = new Map<Side, number>();
    for (const side of round % 2 === 0 ? [base, other] : [other, base]) {
      const { perSecond, latenciesMs } = await load(plan.calls, plan.callers, (n) => side.call(n));
      speed.set(side, perSecond);
      if (round < 0) continue;
      speeds.get(side)?.push(perSecond);
      latencies.get(side)?.push(...latenciesMs);
    }
    if (round >= 0) ratios.push((speed.get(other) ?? 0) / (speed.get(base) ?? 1));
  }
  const measured = (side: Side): Measured => {
    const all = latencies.get(side) ?? [];
    return {
      name: side.name,
      perSecond: median(speeds.get(side) ?? []),
      p50Ms: quantile(all, 0.5),
      p95Ms: quantile(all, 0.95),
      p99Ms: quantile(all, 0.99),
    };
  };
  return {
    base: measured(base),
    other: measured(other),
    ratio: median(ratios),
    ratioSpread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
  };
}
