import { Decimal } from 'decimal.js';
import fc from 'fast-check';

/** Values of every kind that has a canonical form, small enough that equal ones meet. */
export const arbitraryValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom(null, undefined, true, false, 0, -0, 1, 12, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 12n, 1n),
    fc.constantFrom(
      '',
      '1',
      '12',
      'null',
      'n',
      '"',
      '",',
      '\u0000',
      '\ud800',
      '\ufffd',
      '{"a":d1,}',
      '[d1,]',
      'é',
      'e\u0301',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.double(),
    fc.bigInt({ min: -20n, max: 20n }),
    fc.constantFrom(0, 1, Number.NaN).map((ms) => new Date(ms)),
    fc.constantFrom('1.1', '1.10', '0', '-0', '12', '1e21').map((text) => new Decimal(text)),
    fc.uint8Array({ maxLength: 2 }),
    fc.constantFrom('https://a.example/', 'https://b.example/').map((text) => new URL(text)),
  ),
  name: fc.oneof(
    fc.constantFrom('a', 'b', '__proto__', 'constructor', '"', ''),
    fc.string({ unit: 'binary', maxLength: 2 }),
  ),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'constructor', '"', ''), tie('value'), { maxKeys: 3 }),
    fc.array(fc.tuple(tie('leaf'), tie('value')), { maxLength: 2 }).map((entries) => new Map(entries)),
    fc.array(tie('value'), { maxLength: 2 }).map((elements) => new Set(elements)),
  ),
})).value;

/** Pairs every element of `a` with one of `b` that means the same, each used once. */
const sameBag = (a: readonly unknown[], b: readonly unknown[]): boolean => {
  const left = [...b];
  return (
    a.length === b.length &&
    a.every((element) => {
      const at = left.findIndex((other) => sameMeaning(element, other));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    })
  );
};

const presentNames = (value: object): string[] =>
  Object.keys(value).filter((name) => (value as Record<string, unknown>)[name] !== undefined);

const sameMembers = (a: object, b: object): boolean => {
  const names = presentNames(a);
  const others = new Set(presentNames(b));
  return (
    names.length === others.size &&
    names.every((name) => others.has(name) && sameMeaning(Reflect.get(a, name), Reflect.get(b, name)))
  );
};

const sameObjects = (a: object, b: object): boolean => {
  if (Object.prototype.toString.call(a) !== Object.prototype.toString.call(b)) return false;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((element, index) => sameMeaning(element, b[index]));
  }
  if (a instanceof Date && b instanceof Date) return Object.is(a.getTime(), b.getTime());
  if (a instanceof Decimal || b instanceof Decimal) return a instanceof Decimal && b instanceof Decimal && a.eq(b);
  if (a instanceof URL && b instanceof URL) return a.href === b.href;
  if (a instanceof Uint8Array && b instanceof Uint8Array) return a.length === b.length && a.every((x, i) => x === b[i]);
  if (a instanceof Map && b instanceof Map) return sameBag([...a], [...b]);
  if (a instanceof Set && b instanceof Set) return sameBag([...a], [...b]);
  return sameMembers(a, b);
};

/** The oracle of the tests: structural equality by the decisions of docs/keys-and-fingerprints.md, without any encoding. */
export const sameMeaning = (a: unknown, b: unknown): boolean => {
  if (a === b || Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  return sameObjects(a, b);
};
