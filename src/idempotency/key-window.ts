/** The provider's key window less the hour by which it is closed early, as a length that a timestamp can hold. */
export const safeKeyWindowMs = ({ keyWindowMs }: { readonly keyWindowMs: number }): number =>
  Math.min(keyWindowMs, LONGEST_WINDOW_MS) - WINDOW_MARGIN_MS;

/** An hour: a call under a key that the provider forgets meanwhile would be a second one. */
const WINDOW_MARGIN_MS = 3_600_000;

/** Ten years: a provider that never forgets a key says Infinity, which no timestamp holds. */
const LONGEST_WINDOW_MS = 10 * 365 * 24 * 3_600_000;
