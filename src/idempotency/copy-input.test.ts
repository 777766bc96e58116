import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import superjson from 'superjson';
import { describe, expect, test } from 'vitest';
import { arbitraryValue } from './canonical.oracle.ts';
import { canonicalize } from './canonical.ts';
import { copyInput, NotCopyableError } from './copy-input.ts';

/** All objects within a value that could be changed. */
const changeable = (value: unknown, found = new Set<object>()): Set<object> => {
  if (typeof value !== 'object' || value === null || found.has(value) || value instanceof Decimal) return found;
  found.add(value);
  const parts = value instanceof Map || value instanceof Set ? [...value].flat() : Object.values(value);
  for (const part of parts) changeable(part, found);
  return found;
};

describe('a copy of an input', () => {
  test('means the same and shares nothing that could be changed', () => {
    fc.assert(
      fc.property(arbitraryValue, (value) => {
        const copied = copyInput(value);
        expect(canonicalize(copied)).toBe(canonicalize(value));
        const before = changeable(value);
        expect([...changeable(copied)].filter((part) => before.has(part))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('has the prototypes that the wire knows', () => {
    const sent = {
      date: new Date(5),
      map: new Map([[{ key: 1 }, new Set([1])]]),
      url: new URL('https://a.example/?b=c'),
      bytes: new Uint8Array([1, 2]),
      floats: new Float64Array([1.5]),
      pattern: /a\/b/giu,
      big: 1n,
      none: undefined,
      bare: Object.assign(Object.create(null), { a: 1 }),
    };
    const arrived: unknown = superjson.parse(superjson.stringify(sent));
    expect(copyInput(arrived)).toStrictEqual(arrived);
    const given = { ...sent, buffer: Buffer.from('x'), query: new URLSearchParams('a=b'), file: new File(['x'], 'x') };
    const copied = copyInput(given);
    expect(copied).toStrictEqual(given);
    expect(copied.file).toBe(given.file);
    for (const [name, value] of Object.entries(copied)) {
      const before = given[name as keyof typeof given];
      expect(Object.getPrototypeOf(Object(value))).toBe(Object.getPrototypeOf(Object(before)));
      if (typeof value === 'object' && name !== 'file') expect(value).not.toBe(before);
    }
  });

  test('keeps shared references and cycles as they are', () => {
    const city = { name: 'Ulm' };
    const value: Record<string, unknown> = { from: city, to: city };
    value.self = value;
    const copied = copyInput(value);
    expect(copied.from).toBe(copied.to);
    expect(copied.from).not.toBe(city);
    expect(copied.self).toBe(copied);
  });

  test('has a member called __proto__ as a member', () => {
    const copied = copyInput(JSON.parse('{"__proto__":{"a":1}}'));
    expect(Object.keys(copied)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(copied)).toBe(Object.prototype);
  });

  test('has the entries of a form', () => {
    const form = new FormData();
    form.append('a', '1');
    form.append('a', '2');
    const copied = copyInput({ form });
    copied.form.delete('a');
    expect(form.getAll('a')).toEqual(['1', '2']);
  });

  class Money {
    readonly #cents: number;
    constructor(cents: number) {
      this.#cents = cents;
    }
    get cents() {
      return this.#cents;
    }
  }

  test('takes a frozen instance as it is, since nobody can change it', () => {
    const price = Object.freeze(new Money(5));
    expect(copyInput({ price }).price.cents).toBe(5);
  });

  test.each<[string, unknown, string]>([
    ['an instance of a class', { lines: [{ price: new Money(1) }] }, 'lines[0].price'],
    ['a stream', { body: new ReadableStream() }, 'body'],
    ['an error', { error: new TypeError('x') }, 'error'],
    ['a promise', new Map([['a', Promise.resolve()]]), '(value 0)'],
    ['a subclass of a collection', new (class Tags extends Map {})(), '(input)'],
  ])('is refused by its path: %s', (_what, value, path) => {
    expect(() => copyInput(value)).toThrow(NotCopyableError);
    expect(() => copyInput(value)).toThrow(`${path} is an instance of`);
  });

  test('of what is nested without end is refused with a sentence', () => {
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level += 1) deep = { deep };
    expect(() => copyInput(deep)).toThrow(/nested deeper than 1000 levels/);
  });
});
