import type { Advice } from './what-now.ts';

/** The first attempt and four more: enough to outlast a restart of the server, few enough not to press on one that is ill. */
export const MAX_ATTEMPTS = 5;

/** Half a second: a transactional run is over by then, so that the first wait mostly suffices. Doubles each time. */
const FIRST_WAIT_MS = 500;

/** Ten seconds: longer, and a person should see what is going on and decide. */
const LONGEST_WAIT_MS = 10_000;

export type FailedAttempt = {
  readonly advice: Advice;
  /** Attempts made so far, 1 or more. */
  readonly attempts: number;
  /** From 0 to 1. */
  readonly random: number;
};

/**
 * Milliseconds to wait before the same request goes out again by itself, or null when it must not. A server's wish is
 * never undercut; up to a quarter comes on top, so that those who failed together do not come back together.
 */
export function waitBeforeRetry({ advice, attempts, random }: FailedAttempt): number | null {
  if (advice.do !== 'after_delay' || attempts >= MAX_ATTEMPTS) return null;
  const ownMs = FIRST_WAIT_MS * 2 ** (attempts - 1);
  const waitMs = Math.max(ownMs, advice.retryAfterMs ?? 0);
  return waitMs > LONGEST_WAIT_MS ? null : Math.round(waitMs * (1 + random / 4));
}
