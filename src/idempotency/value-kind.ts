import type { Decimal } from 'decimal.js';

/** Any copy of decimal.js, Prisma's included; by structure, because two copies do not share a class. */
export const isDecimal = (value: object): value is Decimal =>
  !isPlainPrototype(Object.getPrototypeOf(value)) &&
  (value as Partial<Decimal> & { toStringTag?: unknown }).toStringTag === '[object Decimal]' &&
  typeof (value as Partial<Decimal>).toExponential === 'function';

const isPlainPrototype = (prototype: unknown): boolean => prototype === Object.prototype || prototype === null;

/** An object written as a literal, or made without a prototype. */
export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && isPlainPrototype(Object.getPrototypeOf(value));

/** An object of a kind that inputs, answers and step results may hold, or `other`. */
export type ObjectKind =
  | { readonly kind: 'plain'; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: 'array'; readonly value: readonly unknown[] }
  | { readonly kind: 'date'; readonly value: Date }
  | { readonly kind: 'map'; readonly value: ReadonlyMap<unknown, unknown> }
  | { readonly kind: 'set'; readonly value: ReadonlySet<unknown> }
  | { readonly kind: 'url'; readonly value: URL }
  | { readonly kind: 'bytes' | 'buffer'; readonly value: Uint8Array }
  | { readonly kind: 'decimal'; readonly value: Decimal }
  | { readonly kind: 'other'; readonly value: object };

/** The one list of kinds: by exact prototype, since a subclass may carry more than its base shows. */
export function kindOfObject(value: object): ObjectKind {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (isPlainPrototype(prototype)) return { kind: 'plain', value: value as Record<string, unknown> };
  if (prototype === Array.prototype) return { kind: 'array', value: value as unknown[] };
  if (prototype === Date.prototype) return { kind: 'date', value: value as Date };
  if (prototype === Map.prototype) return { kind: 'map', value: value as Map<unknown, unknown> };
  if (prototype === Set.prototype) return { kind: 'set', value: value as Set<unknown> };
  if (prototype === URL.prototype) return { kind: 'url', value: value as URL };
  if (prototype === Uint8Array.prototype) return { kind: 'bytes', value: value as Uint8Array };
  if (prototype === Buffer.prototype) return { kind: 'buffer', value: value as Uint8Array };
  if (isDecimal(value)) return { kind: 'decimal', value };
  return { kind: 'other', value };
}

/** What a value of no admitted kind is, as a clause for a message; `constructor` may be anything at all, even throw. */
export function describeObject(value: object): string {
  const name = constructorName(value) ?? tagOf(value);
  return name === undefined ? 'an object of an unnamed class' : `an instance of ${name}`;
}

function constructorName(value: object): string | undefined {
  try {
    const made: unknown = value.constructor;
    return typeof made === 'function' && made.name !== '' ? made.name : undefined;
  } catch {
    return undefined;
  }
}

/** A generator has no class with a name, but says what it is. */
function tagOf(value: object): string | undefined {
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  return tag === 'Object' ? undefined : tag;
}
