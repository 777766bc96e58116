import { timingSafeEqual } from 'node:crypto';
import type { Fingerprint, StoredFingerprint } from './fingerprint.ts';

/** A request as a record is compared with it: `fingerprintAt` prints it by the algorithm version that the record used. */
export type RequestPrint = {
  readonly procedure: string;
  readonly fingerprintAt: (version: number) => Fingerprint;
};

/** What a record knows of the request that made it. */
export type RecordPrint = { readonly procedure: string; readonly fingerprint: StoredFingerprint };

export type Comparison = { readonly same: true } | { readonly same: false; readonly differingFields: string[] };

const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);

/** A name as text that every store and terminal takes: control characters and lone surrogates are shown escaped. */
const printable = (name: string): string =>
  /\p{Control}|\p{Surrogate}/u.test(name) ? JSON.stringify(name).slice(1, -1) : name;

const differing = (stored: Fingerprint['fields'], fresh: Fingerprint['fields']): string[] => {
  const names = [...new Set([...Object.keys(stored), ...Object.keys(fresh)])];
  const unequal = names.filter((name) => stored[name] !== fresh[name]);
  // Unequal digests with equal prints mean that the stored prints are incomplete; the digest decides all the same.
  return unequal.length > 0 ? unequal.map(printable).sort() : ['(input)'];
};

/**
 * Is this the request that made the record? Names the top-level fields that differ, sorted, or `(procedure)` alone.
 * Throws when the record was printed by a version that this build does not know.
 */
export const compareRequest = (stored: RecordPrint, request: RequestPrint): Comparison => {
  if (stored.procedure !== request.procedure) return { same: false, differingFields: ['(procedure)'] };
  const fresh = request.fingerprintAt(stored.fingerprint.version);
  if (equalBytes(stored.fingerprint.digest, fresh.digest)) return { same: true };
  return { same: false, differingFields: differing(stored.fingerprint.fields, fresh.fields) };
};
