import { runInNewContext } from 'node:vm';
import { Decimal as PrismaDecimal } from '@prisma/client/runtime/client';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import superjson from 'superjson';
import { describe, expect, test } from 'vitest';
import { arbitraryValue, sameMeaning } from './canonical.oracle.ts';
import { canonicalize, MAX_DEPTH } from './canonical.ts';
import { NotCanonicalError } from './not-canonical.ts';

const pathOf = (value: unknown): string => {
  try {
    return `no refusal: ${canonicalize(value)}`;
  } catch (error) {
    return error instanceof NotCanonicalError ? error.path : `other error: ${String(error)}`;
  }
};

const holed: unknown[] = [1, 2, 3];
delete holed[1];

describe('case 32: different values have different forms', () => {
  test.each<[string, unknown, unknown]>([
    ['Maps with other values', new Map([['a', 1]]), new Map([['a', 2]])],
    ['Maps with other keys', new Map([['a', 1]]), new Map([['b', 1]])],
    ['a Map and an object', new Map([['a', 1]]), { a: 1 }],
    [
      'Map entries crossed over',
      new Map([
        ['a', 'b'],
        ['c', 'd'],
      ]),
      new Map([
        ['a', 'd'],
        ['c', 'b'],
      ]),
    ],
    ['a Map from 1 and from "1"', new Map([[1, 'x']]), new Map([['1', 'x']])],
    ['Sets', new Set([1]), new Set([2])],
    ['a Set and an array', new Set([1]), [1]],
    ['bytes', new Uint8Array([1]), new Uint8Array([2])],
    ['bytes and their base64 text', new Uint8Array([1]), 'AQ=='],
    ['a Date and its ISO string', new Date('2026-01-01'), '2026-01-01T00:00:00.000Z'],
    ['a Date and its milliseconds', new Date(5), 5],
    ['an invalid Date and null', new Date(Number.NaN), null],
    ['an invalid Date and NaN', new Date(Number.NaN), Number.NaN],
    ['12n and "12"', 12n, '12'],
    ['12n and 12', 12n, 12],
    ['12 and "12"', 12, '12'],
    ['a hole and null', holed, [1, null, 3]],
    ['text that imitates two members', { a: '1"\u0000b:"2' }, { a: '1', b: '2' }],
    ['text that imitates this encoding', { a: 'x","b":"y' }, { a: 'x', b: 'y' }],
    ['NaN and null', Number.NaN, null],
    ['NaN and "NaN"', Number.NaN, 'NaN'],
    ['infinities', Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    ['infinity and null', Number.POSITIVE_INFINITY, null],
    ['a Decimal and a number', new Decimal('1.5'), 1.5],
    ['a Decimal and its text', new Decimal('1.5'), '1.5'],
    ['Decimals beyond the precision of numbers', new Decimal('0.1'), new Decimal('0.1000000000000000000000001')],
    ['true and "true"', true, 'true'],
    ['true and 1', true, 1],
    ['undefined and null', undefined, null],
    ['no input and an empty object', undefined, {}],
    ['an empty array and an empty object', [], {}],
    ['null and "null"', { a: null }, { a: 'null' }],
    ['nested and flat arrays', [[1], 2], [1, [2]]],
    ['a trailing undefined', [1], [1, undefined]],
    ['a URL and its text', new URL('https://a.example/'), 'https://a.example/'],
    ['the empty name and none', { '': 1 }, {}],
    ['a member called __proto__', JSON.parse('{"__proto__":1}'), {}],
    ['an object that poses as a Decimal and null', { toStringTag: '[object Decimal]' }, {}],
  ])('%s', (_what, a, b) => {
    expect(canonicalize(a)).not.toBe(canonicalize(b));
  });

  test.each<[string, unknown, unknown]>([
    ['-0 and 0', -0, 0],
    ['Decimal 1.10 and 1.1', new Decimal('1.10'), new Decimal('1.1')],
    ["Prisma's Decimal and decimal.js", new PrismaDecimal('1.10'), new Decimal('1.1')],
    ['Decimal -0 and 0', new Decimal('-0'), new Decimal(0)],
    [
      'a Decimal of a copy with other settings',
      new (Decimal.clone({ toExpPos: 1, precision: 3 }))('12345.678'),
      new Decimal('12345.678'),
    ],
    ['an undefined member and an absent one', { a: undefined }, {}],
    ['a hole and undefined', holed, [1, undefined, 3]],
    ['a Buffer and a Uint8Array', Buffer.from([1, 2]), new Uint8Array([1, 2])],
    ['a view into a larger buffer', new Uint8Array([9, 1, 2]).subarray(1), new Uint8Array([1, 2])],
    [
      'Maps filled in another order',
      new Map([
        [1, 'a'],
        [2, 'b'],
      ]),
      new Map([
        [2, 'b'],
        [1, 'a'],
      ]),
    ],
    ['Sets filled in another order', new Set(['a', 'b']), new Set(['b', 'a'])],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ])('equal by decision: %s', (_what, a, b) => {
    expect(canonicalize(a)).toBe(canonicalize(b));
  });
});

describe('case 31: order', () => {
  test('members permuted at three levels have one form', () => {
    const one = { a: 1, B: { _: 1, ä: { 10: 'x', 9: 'y', Z: 'z' } } };
    const other = { B: { ä: { Z: 'z', 9: 'y', 10: 'x' }, _: 1 }, a: 1 };
    expect(canonicalize(other)).toBe(canonicalize(one));
  });

  test('members are ordered by code unit, whatever the alphabet', () => {
    const text = canonicalize({ a: 1, B: 1, _: 1, ä: 1, 10: 1, 9: 1, '\u{1f511}': 1, '\uffff': 1 });
    expect(Object.keys(JSON.parse(text.replace(/d1/g, '1').replace(',}', '}')))).toHaveLength(8);
    expect(text).toBe('{"10":d1,"9":d1,"B":d1,"_":d1,"a":d1,"ä":d1,"\u{1f511}":d1,"\uffff":d1,}');
  });

  test('arrays keep their order', () => {
    expect(canonicalize([1, 2])).not.toBe(canonicalize([2, 1]));
  });
});

describe('cases 33 and 35: text', () => {
  test('NFC and NFD are different: text is compared by its code units', () => {
    expect(canonicalize('\u00e9')).not.toBe(canonicalize('e\u0301'));
  });

  test('NUL and lone surrogates stay apart even as UTF-8', () => {
    const texts = ['a\u0000b', 'ab', 'a\\u0000b', '\ud800', '\udc00', '\ufffd', '\\ud800'];
    const bytes = texts.map((text) => Buffer.from(canonicalize({ [text]: text }), 'utf8').toString('hex'));
    expect(new Set(bytes).size).toBe(texts.length);
  });

  test('shared references are as good as copies', () => {
    const shared = { city: 'Ulm' };
    expect(canonicalize({ from: shared, to: shared })).toBe(
      canonicalize({ from: { city: 'Ulm' }, to: { city: 'Ulm' } }),
    );
  });
});

describe('what has no canonical form is refused by its path', () => {
  class Money {
    readonly cents = 1;
  }
  class Tagged extends Map<string, string> {}
  const cycle: Record<string, unknown> = {};
  cycle.self = { again: cycle };
  test.each<[string, unknown, string]>([
    ['a File', { note: { files: [new File(['x'], 'x.txt')] } }, 'note.files[0]'],
    ['FormData', { form: new FormData() }, 'form'],
    ['a function', { a: [1, () => 1] }, 'a[1]'],
    ['a symbol', Symbol('x'), '(input)'],
    ['a Promise', { p: Promise.resolve(1) }, 'p'],
    ['a RegExp', { r: /x/ }, 'r'],
    ['a class instance', { price: new Money() }, 'price'],
    ['a subclass', { tags: new Tagged() }, 'tags'],
    ['a boxed number', { n: Object(1) }, 'n'],
    ['a WeakMap', { w: new WeakMap() }, 'w'],
    ['other typed arrays', { f: new Float64Array(1) }, 'f'],
    ['an Error', { e: new Error('x') }, 'e'],
    ['a Map key', new Map([[() => 1, 1]]), '(key 0)'],
    ['a Map value', { m: new Map([['a', () => 1]]) }, 'm(value 0)'],
    ['a Set element', { s: new Set([1, () => 1]) }, 's[1]'],
    ['a name that is no identifier', { 'a b': () => 1 }, '["a b"]'],
    ['a symbol for a name', { a: { [Symbol('x')]: 1 } }, 'a'],
    ['an array with named members', { a: Object.assign([1], { x: 1 }) }, 'a'],
    ['an array with a hole and a named member', Object.assign([], { length: 2, x: 1 }), '(input)'],
    ['an object of another realm', { o: runInNewContext('({})') }, 'o'],
    ['a cycle', cycle, 'self.again'],
  ])('%s', (_what, value, path) => {
    expect(pathOf(value)).toBe(path);
  });

  const nest = (levels: number): unknown => (levels === 0 ? 1 : [nest(levels - 1)]);

  test('nesting ends at a limit with a sentence, never with an overflowing stack', () => {
    expect(canonicalize(nest(MAX_DEPTH))).toContain('d1');
    expect(() => canonicalize(nest(MAX_DEPTH + 1))).toThrow(/nested deeper than 100 levels/);
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = { deep };
    expect(() => canonicalize(deep)).toThrow(NotCanonicalError);
  });

  test('references that double at each level end at a limit', () => {
    let wide: unknown = 'x';
    for (let level = 0; level < 60; level += 1) wide = [wide, wide];
    expect(() => canonicalize(wide)).toThrow(/values that one input may hold/);
  });
});

describe('properties', () => {
  test('two values have one form exactly when they mean the same', () => {
    fc.assert(
      fc.property(arbitraryValue, arbitraryValue, (a, b) => {
        expect(canonicalize(a) === canonicalize(b)).toBe(sameMeaning(a, b));
      }),
      { numRuns: 3_000 },
    );
  });

  test('any list of values has as many forms as it has meanings', () => {
    fc.assert(
      fc.property(fc.array(arbitraryValue, { maxLength: 12 }), (values) => {
        const forms = values.map(canonicalize);
        for (const [i, a] of values.entries()) {
          for (const [j, b] of values.entries()) expect(forms[i] === forms[j]).toBe(sameMeaning(a, b));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('the form survives JSON and superjson, and the order in which members are written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalize(JSON.parse(JSON.stringify(value)))).toBe(canonicalize(value));
      }),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), arbitraryValue), (members) => {
        const reversed = Object.fromEntries(Object.entries(members).reverse());
        expect(canonicalize(reversed)).toBe(canonicalize(members));
      }),
    );
    const sample = { at: new Date(7), big: 10n ** 20n, map: new Map([['a', new Set([1])]]), none: undefined, zero: -0 };
    expect(canonicalize(superjson.parse(superjson.stringify(sample)))).toBe(canonicalize(sample));
  });
});
