import { MAX_DEPTH, MAX_VALUES } from './canonical.ts';
import { pathText, type Segment } from './not-canonical.ts';
import { describeUnkept } from './unkept.ts';
import { kindOfObject } from './value-kind.ts';
import { superjson } from './wire.ts';

/** What is kept, for a message: `The answer of orders.place`, whose root is called `answer` in paths. */
export type Kept = { readonly what: string; readonly root: 'answer' | 'result' | 'input' | 'request' | 'refusal' };

/** Thrown for a value that would read differently after it was kept. `path` leads to it, such as `answer.items[2].file`. */
export class NotKeptError extends TypeError {
  readonly path: string;
  readonly kept: Kept;
  constructor(kept: Kept, segments: readonly Segment[], found: string) {
    const path = pathText([kept.root, ...segments]);
    super(
      `${kept.what} cannot be kept: ${path} is ${found}. A replay or a resume would read something else, so nothing took ` +
        'effect. Expected are plain values (null, undefined, boolean, number, bigint, string, Date, Decimal, URL, Uint8Array, ' +
        'array, plain object, Map, Set).',
    );
    this.name = 'NotKeptError';
    this.path = path;
    this.kept = kept;
  }
}

/**
 * The text under which a value is kept and sent. What it admits reads back as the same kinds and the same contents.
 * @throws NotKeptError for everything else, by the member's path.
 */
export function encodeKept(value: unknown, kept: Kept): string {
  walk(value, 0, { kept, path: [], open: [], values: 0 });
  return superjson.stringify(value);
}

/** The value of a kept text. */
export const decodeKept = (text: string): unknown => superjson.parse(text);

/** `path` and `open` (the containers around the value) are valid up to the current depth. */
type Walk = { readonly kept: Kept; readonly path: Segment[]; readonly open: object[]; values: number };

const refuse = (at: Walk, depth: number, found: string): never => {
  throw new NotKeptError(at.kept, at.path.slice(0, depth), found);
};

function walk(value: unknown, depth: number, at: Walk): void {
  at.values += 1;
  if (at.values > MAX_VALUES) refuse(at, depth, `beyond the ${MAX_VALUES} values that one may hold`);
  if (typeof value === 'function') refuse(at, depth, 'a function');
  if (typeof value === 'symbol') refuse(at, depth, 'a symbol');
  if (typeof value === 'object' && value !== null) walkObject(value, depth, at);
}

function walkObject(object: object, depth: number, at: Walk): void {
  const { kind, value } = kindOfObject(object);
  switch (kind) {
    case 'plain':
      enter(value, depth, at);
      for (const name of membersOf(value, depth, at)) child(value[name], name, depth, at);
      return;
    case 'array':
      walkArray(value, depth, at);
      return;
    case 'map': {
      enterBare(value, depth, at);
      let index = 0;
      for (const [key, entry] of value) {
        child(key, `(key ${index})`, depth, at);
        child(entry, `(value ${index})`, depth, at);
        index += 1;
      }
      return;
    }
    case 'set': {
      enterBare(value, depth, at);
      let index = 0;
      for (const element of value) child(element, index++, depth, at);
      return;
    }
    case 'date':
      if (Number.isNaN(value.getTime())) refuse(at, depth, 'an invalid Date');
      refuseMembers(value, depth, at);
      return;
    case 'url':
      refuseMembers(value, depth, at);
      return;
    case 'bytes':
      // Each byte is a member of it.
      if (Object.keys(value).length > value.length) refuse(at, depth, 'bytes with named members');
      return;
    case 'decimal':
      return;
    case 'buffer':
    case 'other':
      refuse(at, depth, describeUnkept(value));
  }
}

function walkArray(value: readonly unknown[], depth: number, at: Walk): void {
  enter(value, depth, at);
  refuseSymbols(value, depth, at);
  const names = Object.keys(value);
  // Indices come first, so the last name tells; a hole and a name of its own may balance each other.
  const last = names.at(-1);
  if (last !== undefined && !/^\d+$/.test(last)) refuse(at, depth, 'an array with named members');
  if (names.length < value.length) refuse(at, depth, 'an array with holes');
  for (let index = 0; index < value.length; index += 1) child(value[index], index, depth, at);
}

function child(value: unknown, segment: Segment, depth: number, at: Walk): void {
  at.path[depth] = segment;
  walk(value, depth + 1, at);
}

function enter(value: object, depth: number, at: Walk): void {
  if (depth >= MAX_DEPTH) refuse(at, depth, `nested deeper than ${MAX_DEPTH} levels`);
  for (let level = 0; level < depth; level += 1) {
    if (at.open[level] === value) refuse(at, depth, 'a cycle (it contains itself)');
  }
  at.open[depth] = value;
}

function enterBare(value: object, depth: number, at: Walk): void {
  enter(value, depth, at);
  refuseMembers(value, depth, at);
}

/** A member that hangs on a Date, a Map and so on is not written. */
function refuseMembers(value: object, depth: number, at: Walk): void {
  const names = membersOf(value, depth, at);
  if (names.length > 0) refuse(at, depth, `${describeUnkept(value)} with members of its own`);
}

/** The names of what is written of an object; everything else on it would be lost, or read a second time. */
function membersOf(value: object, depth: number, at: Walk): string[] {
  refuseSymbols(value, depth, at);
  const names = Object.keys(value);
  for (const name of names) {
    at.path[depth] = name;
    if (MANGLED.has(name))
      refuse(at, depth + 1, 'a member of a name that is not sent, since it could bend a prototype');
    const { get, set } = Object.getOwnPropertyDescriptor(value, name) ?? {};
    if (get ?? set) refuse(at, depth + 1, 'a getter, which may say something else each time');
  }
  return names;
}

function refuseSymbols(value: object, depth: number, at: Walk): void {
  const symbols = Object.getOwnPropertySymbols(value).filter((symbol) => symbol !== INSPECT);
  if (symbols.length > 0) refuse(at, depth, 'an object with symbols for names');
}

/** How Node prints a thing is no part of it; Prisma's extended rows have one. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** Names that superjson refuses to write. */
const MANGLED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
