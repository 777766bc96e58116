import { timingSafeEqual } from 'node:crypto';
import { AS_SENT, type Fingerprint, type StoredFingerprint, sentPrint } from './fingerprint.ts';

/** A request as a record is compared with it. */
export type RequestPrint = {
  readonly procedure: string;
  /** Paths that the procedure had before: a record of one of them may be this request's. */
  readonly formerly?: readonly string[];
  /** The fingerprint by the algorithm version of the record, and under the path that the record has. */
  readonly fingerprintAt: (version: number, procedure?: string) => Fingerprint;
};

/** What a record knows of the request that made it. */
export type RecordPrint = { readonly procedure: string; readonly fingerprint: StoredFingerprint };

export type Comparison = { readonly same: true } | { readonly same: false; readonly differingFields: string[] };

const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);

/** A name as text that every store and terminal takes: control characters and lone surrogates are shown escaped. */
const printable = (name: string): string =>
  /\p{Control}|\p{Surrogate}/u.test(name) ? JSON.stringify(name).slice(1, -1) : name;

const differing = (stored: Fingerprint['fields'], fresh: Fingerprint['fields'], version: number): string[] => {
  const names = new Set([...Object.keys(stored), ...Object.keys(fresh)]);
  if (version > 1) names.delete(AS_SENT);
  const unequal = [...names].filter((name) => stored[name] !== fresh[name]);
  // Unequal digests with equal prints mean that the stored prints are incomplete; the digest decides all the same.
  return unequal.length > 0 ? unequal.map(printable).sort() : ['(input)'];
};

/** The very same was sent again: then no default, no transform and no newer schema can make another request of it. */
const sentTheSame = (stored: Fingerprint, fresh: Fingerprint): boolean => {
  const before = sentPrint(stored);
  return before !== undefined && before === sentPrint(fresh);
};

/**
 * Is this the request that made the record? Names the top-level fields that differ, sorted, or `(procedure)` alone.
 * Throws when the record was made by a version that this build does not know.
 */
export const compareRequest = ({ procedure, fingerprint }: RecordPrint, request: RequestPrint): Comparison => {
  if (procedure !== request.procedure && request.formerly?.includes(procedure) !== true) {
    return { same: false, differingFields: ['(procedure)'] };
  }
  const fresh = request.fingerprintAt(fingerprint.version, procedure);
  if (equalBytes(fingerprint.digest, fresh.digest) || sentTheSame(fingerprint, fresh)) return { same: true };
  return { same: false, differingFields: differing(fingerprint.fields, fresh.fields, fingerprint.version) };
};
