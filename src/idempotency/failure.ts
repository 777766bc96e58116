import type { Refusal } from './refusal.ts';

/** How the work of a run failed: with a refusal it returned, or with something thrown that has an HTTP status or none. */
export type WorkFailure =
  | { readonly kind: 'refusal'; readonly refusal: Refusal }
  | {
      readonly kind: 'thrown';
      readonly status: number | null;
      /** Beneath it is something that says nothing about the intent, such as a failed database or another call's `in_flight`. */
      readonly isPassing?: boolean;
    };

/**
 * 4xx statuses that say something about the moment or the caller and nothing about the intent: 401 and 403 (who asks),
 * 408 and 499 (the connection), 425 (too early), 429 (too many). Sent again, the same request may well succeed.
 */
const PASSING = new Set([401, 403, 408, 425, 429, 499]);

const isFinal = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && !PASSING.has(status);

/**
 * The one policy for a failed work: `store` keeps the failure as the outcome of the key, `free` rolls back and leaves the
 * key as if it had never come. A 400 that the work itself throws is final, since input that fails validation never
 * reaches the work; a bug (no status, or anything but 4xx) frees the key.
 */
export const classifyWorkFailure = (failure: WorkFailure): 'store' | 'free' => {
  switch (failure.kind) {
    case 'refusal':
      return isFinal(failure.refusal.status) ? 'store' : 'free';
    case 'thrown':
      return isFinal(failure.status) && !failure.isPassing ? 'store' : 'free';
  }
};
