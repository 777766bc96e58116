import { hash } from 'node:crypto';
import type { Resource } from '../idempotency/decide-right.ts';

/**
 * The 64-bit advisory lock of a claim, as the decimal text of a signed bigint. Namespaced, so that another library's
 * locks do not meet ours; a collision costs a needless 409, never a wrong effect, since the unique index decides.
 */
export const claimLockKey = (scope: string, key: string): string => lockKey(`latchkey:claim\0${scope}\0${key}`);

/** The same for the right to a resource, or for a record that declares none; a collision costs a short wait. */
export const rightLockKey = (of: Resource | bigint): string =>
  lockKey(typeof of === 'bigint' ? `latchkey:right of record\0${of}` : `latchkey:right\0${of.type}\0${of.id}`);

const lockKey = (name: string): string =>
  BigInt.asIntN(64, BigInt(`0x${hash('sha256', name, 'hex').slice(0, 16)}`)).toString();
