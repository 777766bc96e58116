import { placeholderClause } from './key-placeholder.ts';
import type { KeyRefusal } from './reason.ts';
import { keyInvalid, keyMissing } from './refusals.ts';

declare const parsedKey: unique symbol;

/** The client's name for an intent: 1 to 255 visible ASCII characters, compared byte by byte. Only `parseKey` makes one. */
export type Key = string & { readonly [parsedKey]: true };

export type ParsedKey = { ok: true; key: Key } | { ok: false; refusal: KeyRefusal };

/** Longest key in characters: enough for four UUIDs with names between them, and an index entry stays small. */
export const MAX_KEY_LENGTH = 255;

/** Characters of a refused header that its message repeats: enough to recognise, too few to carry a document into a log. */
const ECHO_LENGTH = 40;

const refused = (found: string): ParsedKey => ({ ok: false, refusal: keyInvalid(found) });

const echo = (text: string): string => {
  const shown = text.slice(0, ECHO_LENGTH).replace(/[^\x20-\x7e]/g, '?');
  return text.length > ECHO_LENGTH ? `'${shown.slice(0, ECHO_LENGTH - 1)}…'` : `'${shown}'`;
};

/** The string between the quotes, or null unless the whole text is one sf-string (RFC 9651, 3.3.3). */
const unquote = (text: string): string | null =>
  /^"(?:[^"\\]|\\["\\])*"$/.test(text) ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : null;

const codePoint = (text: string, index: number): string =>
  `U+${(text.codePointAt(index) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const checked = (key: string): ParsedKey => {
  if (key.length === 0) return refused('holds an empty quoted string');
  if (key.length > MAX_KEY_LENGTH)
    return refused(`holds ${key.length} characters, at most ${MAX_KEY_LENGTH} are taken`);
  const placeholder = placeholderClause(key);
  if (placeholder !== null) return refused(`holds ${echo(key)}, which ${placeholder}: all requests would share it`);
  const strange = key.search(/[^\x21-\x7e]/);
  if (strange >= 0) return refused(`holds ${codePoint(key, strange)} at position ${strange + 1} of ${echo(key)}`);
  return { ok: true, key: key as Key };
};

const parseQuoted = (text: string): ParsedKey => {
  const key = unquote(text);
  if (key !== null) return checked(key);
  return /^"(?:[^"\\]|\\["\\])*"./s.test(text)
    ? refused(`has more after the closing quote (a second key or a parameter): ${echo(text)}`)
    : refused(`holds a quoted string that is not well formed: ${echo(text)}`);
};

/**
 * Reads the `Idempotency-Key` header: a bare key, or the same key as a quoted structured-field string (RFC 9651). The two
 * are equal; nothing else is normalised. A comma in a bare key means that several header lines were merged.
 */
export const parseKey = (header: string | null): ParsedKey => {
  const text = header?.replace(/^[ \t]+|[ \t]+$/g, '') ?? '';
  if (text === '') return { ok: false, refusal: keyMissing() };
  if (text.startsWith('"')) return parseQuoted(text);
  if (text.includes(',')) return refused(`holds several keys: ${echo(text)}`);
  if (text.includes('"')) return refused(`holds a quote inside a bare key: ${echo(text)}`);
  return checked(text);
};
