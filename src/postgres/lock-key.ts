import { hash } from 'node:crypto';

/**
 * The 64-bit advisory lock of a claim, as the decimal text of a signed bigint. Namespaced, so that another library's
 * locks do not meet ours; a collision costs a needless 409, never a wrong effect, since the unique index decides.
 */
export const claimLockKey = (scope: string, key: string): string =>
  BigInt.asIntN(64, BigInt(`0x${hash('sha256', `latchkey:claim\0${scope}\0${key}`, 'hex').slice(0, 16)}`)).toString();
