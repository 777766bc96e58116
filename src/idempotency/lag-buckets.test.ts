import { expect, test } from 'vitest';
import { LAG_METRICS, lagBuckets, laterThan } from './lag-buckets.ts';

const HOUR = 3_600;

test('counts by metric become buckets in order, the missing ones empty', () => {
  const buckets = lagBuckets({ replay_lag_60: 3, replay_lag_inf: 1 });
  expect(buckets).toHaveLength(LAG_METRICS.length);
  expect(buckets.filter(({ count }) => count > 0)).toEqual([
    { upToSeconds: 60, count: 3 },
    { upToSeconds: null, count: 1 },
  ]);
});

test('only repeats that certainly came after the retention are later than it', () => {
  const buckets = lagBuckets({ [`replay_lag_${72 * HOUR}`]: 5, [`replay_lag_${168 * HOUR}`]: 2, replay_lag_inf: 1 });
  expect(laterThan(buckets, 72 * HOUR)).toBe(3);
  expect(laterThan(buckets, 73 * HOUR)).toBe(1);
  expect(laterThan(buckets, 24 * HOUR)).toBe(8);
  expect(laterThan(buckets, 10_000 * HOUR)).toBe(0);
});
