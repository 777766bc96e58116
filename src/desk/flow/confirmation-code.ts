import { createHmac } from 'node:crypto';
import type { Decision } from './offers.ts';

// Crockford's base 32, without letters that read as digits.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The eight characters that are shown and typed for one decision on one attempt and evidence. No secret: it keeps a hand
 * from deciding on another record, screen or decision than the eye is on.
 */
export function confirmationCode(
  secret: Uint8Array,
  of: {
    readonly recordId: string;
    readonly attempt: number;
    readonly decision: Decision;
    readonly evidenceId: string | null;
  },
): string {
  const digest = createHmac('sha256', secret)
    .update(JSON.stringify(['decide', of.recordId, of.attempt, of.decision, of.evidenceId]))
    .digest();
  return Array.from(digest.subarray(0, 8), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** Typed as shown, in either case and with blanks or dashes between. */
export const isCode = (typed: string, code: string): boolean => typed.replace(/[\s-]/g, '').toUpperCase() === code;
