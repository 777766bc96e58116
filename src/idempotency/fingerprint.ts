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

/** What a fingerprint is taken of. */
export type RequestParts = {
  readonly secret: Uint8Array;
  readonly scope: string;
  readonly procedure: string;
  /** What counts of the input: parsed, and reduced to what was said or what defines the intent. */
  readonly input: unknown;
  /** The canonical form of the input as it was sent, where it has one. Version 2 keeps a fingerprint of it, too. */
  readonly sent?: string | null;
};

/** The algorithm of new records. */
export const CURRENT_VERSION = 2;

/** The pseudo field of an input that has no named members. */
export const WHOLE_INPUT = '(input)';

/** The pseudo field of the input as it was sent, before any schema: the very same request is the same, whatever it is parsed to. */
export const AS_SENT = '(sent)';

/** Its value where all that was sent counts as it is, which is the rule: the digest is that of what was sent, too. */
const AS_COUNTED = '=';

/** Base64url characters of a field print: 132 bits, since prints are compared in pairs only, and a record keeps many. */
const FIELD_PRINT_LENGTH = 22;

/** Bytes of the secret, at least the output of SHA-256 (RFC 2104, section 3). */
const MIN_SECRET_BYTES = 32;

/** The short text of the input as it was sent, or undefined where it had no canonical form, and in version 1. */
export const sentPrint = ({ version, digest, fields }: Fingerprint): string | undefined => {
  const kept = version === 1 ? undefined : fields[AS_SENT];
  return kept === AS_COUNTED ? Buffer.from(digest).toString('base64url').slice(0, FIELD_PRINT_LENGTH) : kept;
};

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

/** Where a member has the name of the pseudo field, no name is kept. */
const unambiguous = (members: readonly Member[]): boolean => members.every(([name]) => name !== AS_SENT);

const fieldPrint = (key: KeyObject, text: string): string =>
  hmac(key, text).digest('base64url').slice(0, FIELD_PRINT_LENGTH);

// fromEntries defines its members, so that one called __proto__ is a member.
const fieldPrints = (key: KeyObject, joint: string, members: readonly Member[]): Record<string, string> =>
  Object.fromEntries(
    members.map(([name, encoded]) => [name, fieldPrint(key, `field${joint}${JSON.stringify(name)}${encoded}`)]),
  );

/** Both versions alike: 2 differs in what is counted, and in its pseudo field. All texts are taken here and now. */
const print = ({ secret, scope, procedure, input, sent = null }: RequestParts, version: 1 | 2): Fingerprint => {
  const key = keyObjectOf(secret);
  // A JSON array ends itself, so no choice of scope or procedure can imitate another joint.
  const joint = JSON.stringify([version, procedure, scope]);
  const members = canonicalMembers(input);
  const whole = members === null ? canonicalize(input) : joinMembers(members);
  const isNamed = members !== null && nameable(members) && (version === 1 || unambiguous(members));
  const asSent = (): string => fieldPrint(key, `request${joint}${sent}`);
  let fields: Fingerprint['fields'] | null = null;
  return {
    version,
    digest: hmac(key, `request${joint}${whole}`).digest(),
    // On demand: a replay compares digests only, and field prints are three quarters of the cost.
    get fields() {
      fields ??= {
        ...(isNamed ? fieldPrints(key, joint, members) : { [WHOLE_INPUT]: fieldPrint(key, `input${joint}${whole}`) }),
        ...(version === 1 || sent === null ? {} : { [AS_SENT]: sent === whole ? AS_COUNTED : asSent() }),
      };
      return fields;
    },
  };
};

/**
 * HMAC-SHA-256 of a request under the secret of the installation, by the given version of the algorithm. Throws
 * `NotCanonicalError` for an input that has no canonical form, and an error for a version that this build does not know.
 */
export const fingerprintRequest = (parts: RequestParts, version: number = CURRENT_VERSION): Fingerprint => {
  if (version === 1 || version === 2) return print(parts, version);
  throw new Error(
    `This build does not know fingerprint version ${version} (it knows 1 and 2): the record was made by another release.`,
  );
};
