import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { canonicalize, canonicalMembers, joinMembers, type Member } from './canonical.ts';

/** Prints of one request; `fields` has one print per top-level member of the input. */
export type Fingerprint = {
  readonly version: number;
  readonly digest: Uint8Array;
  readonly fields: Readonly<Record<string, string>>;
};

/** The same, as the record keeps it. */
export type StoredFingerprint = Fingerprint;

/** What a fingerprint is taken of; `input` is parsed, without defaults, reduced to what defines the intent. */
export type RequestParts = {
  readonly secret: Uint8Array;
  readonly scope: string;
  readonly procedure: string;
  readonly input: unknown;
};

/** The algorithm that new records are printed with. */
export const CURRENT_VERSION = 1;

/** The pseudo field of an input that has no named members. */
export const WHOLE_INPUT = '(input)';

/** Base64url characters of a field print: 132 bits, since prints are compared in pairs only, and a record keeps many. */
const FIELD_PRINT_LENGTH = 22;

/** Bytes of the secret, at least the output of SHA-256 (RFC 2104, section 3). */
const MIN_SECRET_BYTES = 32;

/** Beyond these, member names are data (a table by e-mail address, say) and would be kept in clear: no names then. */
const MAX_NAMED_FIELDS = 64;
const MAX_FIELD_NAME_LENGTH = 128;

const keyObjects = new WeakMap<Uint8Array, KeyObject>();

const keyObjectOf = (secret: Uint8Array): KeyObject => {
  const known = keyObjects.get(secret);
  if (known !== undefined) return known;
  if (secret.length < MIN_SECRET_BYTES) {
    throw new Error(`The fingerprint secret has ${secret.length} bytes, at least ${MIN_SECRET_BYTES} are needed.`);
  }
  const made = createSecretKey(secret);
  keyObjects.set(secret, made);
  return made;
};

const hmac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text, 'utf8');

const nameable = (members: readonly Member[]): boolean =>
  members.length <= MAX_NAMED_FIELDS && members.every(([name]) => name.length <= MAX_FIELD_NAME_LENGTH);

const fieldPrint = (key: KeyObject, text: string): string =>
  hmac(key, text).digest('base64url').slice(0, FIELD_PRINT_LENGTH);

// fromEntries defines its members, so that one called __proto__ is a member.
const fieldPrints = (key: KeyObject, joint: string, members: readonly Member[]): Record<string, string> =>
  Object.fromEntries(
    members.map(([name, encoded]) => [name, fieldPrint(key, `field${joint}${JSON.stringify(name)}${encoded}`)]),
  );

const printVersion1 = ({ secret, scope, procedure, input }: RequestParts): Fingerprint => {
  const key = keyObjectOf(secret);
  // A JSON array ends itself, so no choice of scope or procedure can imitate another joint.
  const joint = JSON.stringify([1, procedure, scope]);
  const members = canonicalMembers(input);
  const whole = members === null ? canonicalize(input) : joinMembers(members);
  let fields: Fingerprint['fields'] | null = null;
  return {
    version: 1,
    digest: hmac(key, `request${joint}${whole}`).digest(),
    // On demand: a replay compares digests only, and field prints are three quarters of the cost.
    get fields() {
      fields ??=
        members !== null && nameable(members)
          ? fieldPrints(key, joint, members)
          : { [WHOLE_INPUT]: fieldPrint(key, `input${joint}${whole}`) };
      return fields;
    },
  };
};

/**
 * HMAC-SHA-256 prints of a request under the secret of the installation, by the given version of the algorithm. Throws
 * `NotCanonicalError` for an input that has no canonical form, and an error for a version that this build does not know.
 */
export const fingerprintRequest = (parts: RequestParts, version: number = CURRENT_VERSION): Fingerprint => {
  if (version === 1) return printVersion1(parts);
  throw new Error(
    `This build does not know fingerprint version ${version} (it knows 1): the record was made by another release.`,
  );
};
