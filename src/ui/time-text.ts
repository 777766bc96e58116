const UNITS = [
  ['second', 1_000],
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

/** How far `at` is from `now`, both in milliseconds: "now", "5 min. ago", "in 2 hr.", "3 days ago". */
export function relativeTime(at: number, now: number): string {
  const distanceMs = at - now;
  if (Math.abs(distanceMs) < 5_000) return 'now';
  const [unit, sizeMs] = UNITS.findLast(([, size]) => Math.abs(distanceMs) >= size) ?? UNITS[0];
  return relative.format(Math.trunc(distanceMs / sizeMs), unit);
}

/** A moment to the second, in UTC so that server and browser write the same: "2026-11-02 14:03:22 UTC". */
export const absoluteTime = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
