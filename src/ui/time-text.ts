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

const writers = new Map<string, Intl.DateTimeFormat>();

/** A formatter costs a hundred times its use, and a list writes hundreds of moments. */
function writerOf(timeZone: string): Intl.DateTimeFormat {
  const known = writers.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  writers.set(timeZone, made);
  return made;
}

/**
 * A moment to the second on the clock of an IANA zone, UTC unless told otherwise: "2026-11-02 14:03:22 UTC". Server and
 * browser write the same.
 */
export function absoluteTime(at: Date, timeZone = 'UTC'): string {
  if (timeZone === 'UTC') return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const parts = Object.fromEntries(
    writerOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, second, timeZoneName } = parts;
  return `${year}-${month}-${day} ${hour}:${minute}:${second} ${timeZoneName}`;
}

/** The same moment on the clock of an IANA time zone, such as "2 Nov 2026, 15:03:22 GMT+1". */
export const localTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long', timeZone }).format(at);

/** A length of time for reading at a glance: "12 ms", "3.4 s", "5 min 20 s", "2 h 5 min", "3 days 4 h". */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days ${hours % 24} h`;
}
