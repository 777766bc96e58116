import { pathOf, type Segment } from './not-canonical.ts';
import { describeObject, isDecimal, isPlainObject } from './value-kind.ts';

/** Deeper than any form goes that a fingerprint takes; what an intent leaves out may be as deep as this. */
const MAX_COPY_DEPTH = 1_000;

/** Thrown for an input that two tries of the work could not each have for themselves. `path` leads to the value. */
export class NotCopyableError extends TypeError {
  readonly path: string;
  constructor(segments: readonly Segment[], found: string) {
    const path = pathOf(segments);
    super(
      `${path} is ${found}, of which each try of the work cannot get its own copy. Expected are plain values, dates, ` +
        'decimals, URLs, bytes, collections, files, forms, or frozen instances: parse the input into these.',
    );
    this.name = 'NotCopyableError';
    this.path = path;
  }
}

/** What was copied already: one object that occurs twice does so in the copy, and a cycle ends. */
type Walk = { readonly path: Segment[]; readonly made: Map<object, object> };

const child = (value: unknown, segment: Segment, depth: number, walk: Walk): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  walk.path[depth] = segment;
  return copy(value, depth + 1, walk);
};

const note = <T extends object>(walk: Walk, value: object, made: T): T => {
  walk.made.set(value, made);
  return made;
};

const copyMembers = (value: Record<string, unknown>, depth: number, walk: Walk): object => {
  const hasPrototype = Object.getPrototypeOf(value) !== null;
  const made = note(walk, value, hasPrototype ? { ...value } : Object.assign(Object.create(null), value));
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (typeof member !== 'object' || member === null) continue;
    const copied = child(member, name, depth, walk);
    // Assigning would set the prototype.
    if (name === '__proto__') Object.defineProperty(made, name, { value: copied });
    else made[name] = copied;
  }
  return made;
};

const copyArray = (value: readonly unknown[], depth: number, walk: Walk): object => {
  const made = note(walk, value, value.slice());
  for (const [index, item] of made.entries()) {
    if (typeof item === 'object' && item !== null) made[index] = child(item, index, depth, walk);
  }
  return made;
};

const copyMap = (value: ReadonlyMap<unknown, unknown>, depth: number, walk: Walk): object => {
  const made = note(walk, value, new Map<unknown, unknown>());
  for (const [key, item] of value) {
    const at = made.size;
    made.set(child(key, `(key ${at})`, depth, walk), child(item, `(value ${at})`, depth, walk));
  }
  return made;
};

const copySet = (value: ReadonlySet<unknown>, depth: number, walk: Walk): object => {
  const made = note(walk, value, new Set<unknown>());
  for (const item of value) made.add(child(item, made.size, depth, walk));
  return made;
};

const copyForm = (form: FormData): FormData => {
  const made = new FormData();
  for (const [name, value] of form) made.append(name, value);
  return made;
};

/** Files and decimals have no way to be changed; an author who freezes an instance says the same of it. */
const isUnchangeable = (value: object): boolean => value instanceof Blob || isDecimal(value) || Object.isFrozen(value);

const copyBuiltIn = (value: object, prototype: unknown): object | null => {
  if (prototype === Date.prototype) return new Date((value as Date).getTime());
  if (prototype === URL.prototype) return new URL((value as URL).href);
  if (prototype === URLSearchParams.prototype) return new URLSearchParams(value as URLSearchParams);
  if (prototype === Buffer.prototype) return Buffer.from(value as Buffer);
  if (prototype === FormData.prototype) return copyForm(value as FormData);
  const isCloned = ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof RegExp;
  return isCloned ? structuredClone(value) : null;
};

const copyClass = (value: object, depth: number, walk: Walk): object => {
  const made = copyBuiltIn(value, Object.getPrototypeOf(value));
  if (made) return note(walk, value, made);
  if (isUnchangeable(value)) return value;
  throw new NotCopyableError(walk.path.slice(0, depth), describeObject(value));
};

const copy = (value: object, depth: number, walk: Walk): object => {
  const known = walk.made.get(value);
  if (known !== undefined) return known;
  if (depth > MAX_COPY_DEPTH) {
    throw new NotCopyableError(walk.path.slice(0, 3), `nested deeper than ${MAX_COPY_DEPTH} levels`);
  }
  if (isPlainObject(value)) return copyMembers(value, depth, walk);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Array.prototype) return copyArray(value as unknown[], depth, walk);
  if (prototype === Map.prototype) return copyMap(value as Map<unknown, unknown>, depth, walk);
  if (prototype === Set.prototype) return copySet(value as Set<unknown>, depth, walk);
  return copyClass(value, depth, walk);
};

/**
 * A copy that shares nothing which could be changed with `input`, prototypes and shared references kept. Throws
 * `NotCopyableError` for what has no such copy: instances of other classes, streams, promises.
 */
export const copyInput = <Input>(input: Input): Input =>
  typeof input === 'object' && input !== null ? (copy(input, 0, { path: [], made: new Map() }) as Input) : input;
