/** Five seconds: several scrapers and impatient people cost one query in that time. */
const FRESH_MS = 5_000;

/** Makes a `collect` for gauges that one read fills: whoever collects meanwhile or soon after waits for the same read. */
export function readTogether(fill: () => Promise<void>): () => Promise<void> {
  let read: Promise<void> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (read && performance.now() - readAt < FRESH_MS) return read;
    readAt = performance.now();
    read = fill();
    return read;
  };
}
