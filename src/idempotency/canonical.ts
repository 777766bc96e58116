import type { Decimal } from 'decimal.js';
import { NotCanonicalError, type Segment } from './not-canonical.ts';

/** Containers inside containers. A form nests to five; the limit is a sentence instead of an overflowing stack. */
export const MAX_DEPTH = 100;

/** Values in one input, shared ones counted where they occur: above any honest body, below a second of work. */
export const MAX_VALUES = 1_000_000;

/** Where the walk is: `path` and `open` (the containers around the value) are valid up to the current depth. */
type Walk = { readonly path: Segment[]; readonly open: object[]; values: number };

/** A top-level member: its name and its encoding. */
export type Member = readonly [name: string, encoded: string];

const refuse = (walk: Walk, depth: number, found: string): never => {
  throw new NotCanonicalError(walk.path.slice(0, depth), found);
};

/** Any copy of decimal.js, Prisma's included; by structure, because two copies do not share a class. */
export const isDecimal = (value: object): value is Decimal =>
  (value as Partial<Decimal> & { toStringTag?: unknown }).toStringTag === '[object Decimal]' &&
  typeof (value as Partial<Decimal>).toExponential === 'function';

// toExponential() without digits neither rounds nor looks at the settings of its copy of the library.
const encodeDecimal = (value: Decimal): string => `m${value.isZero() ? '0e+0' : value.toExponential()}`;

const open = (value: object, depth: number, walk: Walk): void => {
  if (depth >= MAX_DEPTH) refuse(walk, depth, `nested deeper than ${MAX_DEPTH} levels`);
  for (let level = 0; level < depth; level += 1) {
    if (walk.open[level] === value) refuse(walk, depth, 'a cycle (it contains itself)');
  }
  walk.open[depth] = value;
};

const child = (value: unknown, segment: Segment, depth: number, walk: Walk): string => {
  walk.path[depth] = segment;
  return encode(value, depth + 1, walk);
};

const encodeArray = (value: readonly unknown[], depth: number, walk: Walk): string => {
  open(value, depth, walk);
  let text = '[';
  for (let index = 0; index < value.length; index += 1) text += `${child(value[index], index, depth, walk)},`;
  const names = Object.keys(value);
  if (names.length > value.length || Number.isNaN(Number(names.at(-1) ?? 0))) {
    refuse(walk, depth, 'an array with named members');
  }
  return `${text}]`;
};

const encodeMembers = (value: object, depth: number, walk: Walk): Member[] => {
  open(value, depth, walk);
  if (Object.getOwnPropertySymbols(value).length > 0) refuse(walk, depth, 'an object with symbols for names');
  const members: Member[] = [];
  // sort() without a comparator orders by UTF-16 code unit, whatever the locale.
  for (const name of Object.keys(value).sort()) {
    const member: unknown = (value as Record<string, unknown>)[name];
    if (member !== undefined) members.push([name, child(member, name, depth, walk)]);
  }
  return members;
};

const encodeMap = (value: ReadonlyMap<unknown, unknown>, depth: number, walk: Walk): string => {
  open(value, depth, walk);
  const entries: string[] = [];
  for (const [key, entry] of value) {
    const index = entries.length;
    entries.push(`${child(key, `(key ${index})`, depth, walk)}:${child(entry, `(value ${index})`, depth, walk)}`);
  }
  return `M{${entries.sort().join(',')}}`;
};

const encodeSet = (value: ReadonlySet<unknown>, depth: number, walk: Walk): string => {
  open(value, depth, walk);
  const elements: string[] = [];
  for (const element of value) elements.push(child(element, elements.length, depth, walk));
  return `S{${elements.sort().join(',')}}`;
};

/** The name of a class for a message; `constructor` may be anything at all. */
export const className = (value: object): string => {
  const made: unknown = value.constructor;
  return typeof made === 'function' && made.name !== ''
    ? `an instance of ${made.name}`
    : 'an object of an unnamed class';
};

const isPlainPrototype = (prototype: unknown): boolean => prototype === Object.prototype || prototype === null;

/** An object written as a literal, or made without a prototype. */
export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && isPlainPrototype(Object.getPrototypeOf(value));

const encodeObject = (value: object, depth: number, walk: Walk): string => {
  // By exact prototype: a subclass may carry more than its base shows.
  const prototype: unknown = Object.getPrototypeOf(value);
  if (isPlainPrototype(prototype)) return joinMembers(encodeMembers(value, depth, walk));
  if (prototype === Array.prototype) return encodeArray(value as unknown[], depth, walk);
  if (prototype === Date.prototype) return `t${(value as Date).getTime()}`;
  if (prototype === Map.prototype) return encodeMap(value as Map<unknown, unknown>, depth, walk);
  if (prototype === Set.prototype) return encodeSet(value as Set<unknown>, depth, walk);
  if (prototype === URL.prototype) return `U${JSON.stringify((value as URL).href)}`;
  if (prototype === Buffer.prototype || prototype === Uint8Array.prototype) {
    const { buffer, byteOffset, byteLength } = value as Uint8Array;
    return `b"${Buffer.from(buffer, byteOffset, byteLength).toString('base64')}"`;
  }
  if (isDecimal(value)) return encodeDecimal(value);
  return refuse(walk, depth, className(value));
};

const encode = (value: unknown, depth: number, walk: Walk): string => {
  walk.values += 1;
  if (walk.values > MAX_VALUES) refuse(walk, depth, `beyond the ${MAX_VALUES} values that one input may hold`);
  switch (typeof value) {
    case 'string':
      // JSON text ends itself and keeps lone surrogates apart, which bare UTF-8 does not.
      return JSON.stringify(value);
    case 'number':
      // -0 is written as 0.
      return `d${value}`;
    case 'boolean':
      return value ? 'T' : 'F';
    case 'undefined':
      return 'u';
    case 'bigint':
      return `i${value}`;
    case 'object':
      return value === null ? 'n' : encodeObject(value, depth, walk);
    case 'function':
      return refuse(walk, depth, 'a function');
    case 'symbol':
      return refuse(walk, depth, 'a symbol');
  }
};

const newWalk = (): Walk => ({ path: [], open: [], values: 0 });

/** The encoding of a plain object from its members in order, as `canonicalMembers` gives them. */
export const joinMembers = (members: readonly Member[]): string => {
  let text = '{';
  for (const [name, encoded] of members) text += `${JSON.stringify(name)}:${encoded},`;
  return `${text}}`;
};

/** The members of a plain object in canonical order with their encodings, or null for any other value. */
export const canonicalMembers = (value: unknown): Member[] | null =>
  isPlainObject(value) ? encodeMembers(value, 0, newWalk()) : null;

/**
 * One text per value: type-tagged, equal exactly for values that mean the same (docs/keys-and-fingerprints.md lists the
 * decisions). Members, Map entries and Set elements are unordered, arrays ordered. Throws `NotCanonicalError` for
 * everything else, cycles included.
 */
export const canonicalize = (value: unknown): string => encode(value, 0, newWalk());
