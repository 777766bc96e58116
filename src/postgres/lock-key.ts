import { hash } from 'node:crypto';

/**
 * The 64-bit advisory lock of a claim, as the decimal text of a signed bigint. Namespaced, so that another library's
 * locks do not meet ours; a collision costs a needless 409, never a wrong effect, since the unique index decides.
 */
export const claimLockKey = (scope: string, key: string): string =>
  hash('sha256', `latchkey:claim\0${scope}\0${key}`, 'buffer').readBigInt64BE(0).toString();
