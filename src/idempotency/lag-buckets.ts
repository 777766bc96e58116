/**
 * Upper bounds in seconds of how long after the first answer a repeat came: a double click, a retry loop, an hour's outage,
 * a night, a weekend, a week's backlog, a month. Beyond the last is one more bucket.
 */
export const LAG_BOUNDS_SECONDS = [
  10,
  60,
  600,
  3_600,
  6 * 3_600,
  24 * 3_600,
  72 * 3_600,
  168 * 3_600,
  720 * 3_600,
] as const;

/** What the statistic of a bucket is called: `replay_lag_60`, and `replay_lag_inf` for what lies beyond. */
export const LAG_METRICS: readonly string[] = [...LAG_BOUNDS_SECONDS, 'inf'].map((bound) => `replay_lag_${bound}`);

/** How many repeats came within a bound of the first answer. `upToSeconds` is null beyond the last bound. */
export type LagBucket = { readonly upToSeconds: number | null; readonly count: number };

/** The buckets from counts by metric, in order; one that is missing is empty. */
export const lagBuckets = (counts: Readonly<Record<string, number>>): readonly LagBucket[] =>
  LAG_METRICS.map((metric, index) => ({ upToSeconds: LAG_BOUNDS_SECONDS[index] ?? null, count: counts[metric] ?? 0 }));

/**
 * How many repeats certainly came later than answers are kept: those of buckets that begin at the retention or after. A
 * bucket that the retention divides is not counted, since it cannot be told on which side they lie.
 */
export function laterThan(buckets: readonly LagBucket[], retentionSeconds: number): number {
  let from = 0;
  let later = 0;
  for (const { upToSeconds, count } of buckets) {
    if (from >= retentionSeconds) later += count;
    from = upToSeconds ?? Number.POSITIVE_INFINITY;
  }
  return later;
}
