import { Decimal as PrismaDecimal } from '@prisma/client/runtime/client';
import { TRPCError } from '@trpc/server';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { decodeKept, encodeKept, NotKeptError } from './kept-value.ts';
import { refuse } from './refusal.ts';
import type { Unkept } from './unkept.ts';

const KEPT = { what: 'The answer of test.work', root: 'answer' } as const;
const roundTrip = (value: unknown): unknown => decodeKept(encodeKept(value, KEPT));

const refusalOf = (value: unknown): NotKeptError => {
  try {
    encodeKept(value, KEPT);
  } catch (error) {
    if (error instanceof NotKeptError) return error;
    throw error;
  }
  throw new Error('It was kept.');
};

class Money {
  readonly cents = 110;
}
class Dates extends Date {}
const holed: unknown[] = [1, 2, 3];
delete holed[1];
const balanced = Object.assign(holed.slice(), { name: 'x' });
const cycle: { self?: unknown } = {};
cycle.self = [cycle];
const throwing = {
  get secret(): string {
    throw new Error('This member cannot be read.');
  },
};
const moody = Object.defineProperty({}, 'constructor', {
  get: () => {
    throw new Error('no');
  },
});

describe('what would read differently after it was kept is refused by the path of the member', () => {
  test.each<[string, unknown, RegExp]>([
    ['a File', new File(['x'], 'a.txt'), /an instance of File/],
    ['a Blob', new Blob(['x']), /an instance of Blob/],
    ['a Response', new Response('x'), /an instance of Response/],
    ['a stream', new ReadableStream(), /an instance of ReadableStream/],
    ['a form', new FormData(), /an instance of FormData/],
    ['headers', new Headers(), /an instance of Headers/],
    ['search parameters', new URLSearchParams(), /an instance of URLSearchParams/],
    ['a generator', (function* () {})(), /Generator \(collect it/],
    ['an async generator', (async function* () {})(), /AsyncGenerator \(collect it/],
    ['an iterator', [1].values(), /collect it/],
    ['a promise', Promise.resolve(1), /an instance of Promise \(await it first\)/],
    ['a function', () => 1, /a function/],
    ['a class', Money, /a function/],
    ['a symbol', Symbol('x'), /a symbol/],
    ['an instance of a class', new Money(), /an instance of Money/],
    ['an instance of a class that extends a plain kind', new Dates(), /an instance of Dates/],
    ['an Error', new Error('x'), /an instance of Error \(throw it/],
    ['a TRPCError', new TRPCError({ code: 'CONFLICT' }), /an instance of TRPCError \(throw it/],
    ['a refusal', refuse('sold_out', 409, 'No.'), /an instance of Refusal \(return the refusal itself/],
    ['a Buffer', Buffer.from('x'), /an instance of Buffer \(make it a Uint8Array/],
    ['a typed array', new Float64Array(1), /an instance of Float64Array/],
    ['an ArrayBuffer', new ArrayBuffer(1), /an instance of ArrayBuffer/],
    ['a regular expression', /x/g, /an instance of RegExp/],
    ['an invalid Date', new Date(Number.NaN), /an invalid Date/],
    ['a boxed string', Object('x'), /an instance of String/],
    ['a WeakMap', new WeakMap(), /an instance of WeakMap/],
    ['an object of no class with a name', Object.create({}), /an instance of Object/],
    ['an object whose class cannot be read', Object.create(moody), /unnamed class/],
    ['a Map with members of its own', Object.assign(new Map(), { a: 1 }), /members of its own/],
    ['a Date with members of its own', Object.assign(new Date(0), { a: 1 }), /members of its own/],
    ['bytes with members of their own', Object.assign(new Uint8Array(1), { a: 1 }), /named members/],
    ['an array with a hole', holed, /holes/],
    ['an array with a name', Object.assign([1], { a: 1 }), /named members/],
    ['an array whose name hides a hole', balanced, /named members/],
    ['an object with a symbol for a name', { [Symbol('x')]: 1 }, /symbols/],
  ])('%s', (_what, value, found) => {
    const { path, message } = refusalOf({ items: [1, { file: value }] });
    expect(path).toBe('answer.items[1].file');
    expect(message).toMatch(found);
    expect(message).toContain('The answer of test.work cannot be kept: answer.items[1].file is ');
    expect(refusalOf(value).path).toBe('answer');
  });

  test.each<[string, unknown, string]>([
    ['a cycle', cycle, 'answer.self[0]'],
    ['a getter that throws', throwing, 'answer.secret'],
    // biome-ignore lint/suspicious/noThenProperty: what only looks like a promise is refused too.
    ['a thenable', { then: () => {} }, 'answer.then'],
    ['a function called toJSON', { toJSON: () => 'else' }, 'answer.toJSON'],
    ['__proto__', { a: JSON.parse('{"__proto__":1}') }, 'answer.a.__proto__'],
    ['constructor', { constructor: 1 }, 'answer.constructor'],
    ['a key of a Map', new Map([[new Money(), 1]]), 'answer(key 0)'],
    ['a value of a Map', new Map([[1, [new Money()]]]), 'answer(value 0)[0]'],
    ['an element of a Set', { all: new Set([1, new Money()]) }, 'answer.all[1]'],
    ['nesting without an end', JSON.parse('['.repeat(200) + ']'.repeat(200)), `answer${'[0]'.repeat(100)}`],
  ])('%s', (_what, value, path) => {
    expect(refusalOf(value).path).toBe(path);
  });
});

describe('what is kept reads back as it was', () => {
  const key = { half: 1 };
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['undefined members', { a: undefined, b: [undefined, { c: undefined }] }],
    ['negative zero', [-0, 0, { zero: -0 }]],
    ['numbers at the edge', [1e21, 5e-324, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
    [
      'equal bigints',
      [
        1n,
        1n,
        new Set([1n, '1']),
        new Map<unknown, unknown>([
          [1n, '1'],
          ['1', 1n],
        ]),
      ],
    ],
    ['dates at the edge', [new Date(8.64e15), new Date(-8.64e15), new Date(0)]],
    ['decimals', [new Decimal('1.10'), new Decimal('-0'), new Decimal('NaN'), new Decimal('1e-400')]],
    [
      'a Map with keys that are objects',
      new Map<unknown, unknown>([
        [key, new Set([key])],
        [new Date(1), [key]],
      ]),
    ],
    ['Sets of Sets', new Set([new Set([1]), new Set([1])])],
    ['a shared reference', { a: key, b: [key, { c: key }] }],
    ['bytes', new Uint8Array([0, 1, 255])],
    ['a URL', new URL('https://shop.test/a?b=c#d')],
    ['NUL and lone surrogates', { 'a\u0000': 'b\u0000', '\udc00': 'a\ud800b' }],
    ['names with dots and backslashes', { 'a.b': { 'c\\': 1n, '': new Date(0), 'd\\.e': [undefined] } }],
    ['what only looks like a Decimal', { toStringTag: '[object Decimal]' }],
  ])('%s', (_what, value) => {
    expect(roundTrip(value)).toStrictEqual(value);
  });

  test("a Decimal of Prisma's copy is a Decimal, and an object without a prototype is plain", () => {
    expect(roundTrip({ price: new PrismaDecimal('1.10') })).toStrictEqual({ price: new Decimal('1.10') });
    expect(roundTrip(Object.assign(Object.create(null), { a: 1 }))).toStrictEqual({ a: 1 });
  });

  const name = fc
    .oneof(
      fc.constantFrom('a', 'b', '0', '1', '', '.', '\\', 'a.b', 'toJSON', 'then'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    )
    .filter((text) => !['__proto__', 'constructor', 'prototype'].includes(text));
  const arbitrary = fc.letrec((tie) => ({
    leaf: fc.oneof(
      fc.constantFrom(
        null,
        undefined,
        true,
        0,
        -0,
        1,
        Number.NaN,
        Number.NEGATIVE_INFINITY,
        1n,
        10n ** 20n,
        '',
        '1',
        '\u0000',
        '\ud800',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.double(),
      fc.bigInt(),
      fc.date({ noInvalidDate: true }),
      fc.double({ noNaN: false }).map((number) => new Decimal(number)),
      fc.uint8Array({ maxLength: 3 }),
      fc.webUrl().map((url) => new URL(url)),
    ),
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('leaf'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
      fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 2 }).map((entries) => new Map(entries)),
      fc.array(tie('value'), { maxLength: 3 }).map((elements) => new Set(elements)),
      tie('value').map((shared) => ({
        first: shared,
        next: [shared, new Map([[shared, shared]])],
        last: new Set([shared]),
      })),
    ),
  })).value;

  test('whatever it is: the same kinds and contents, and the same text when it is kept again', () => {
    fc.assert(
      fc.property(arbitrary, (value) => {
        const text = encodeKept(value, KEPT);
        // As over HTTP: parsed and written again.
        expect(JSON.stringify(JSON.parse(text))).toBe(text);
        expect(decodeKept(text)).toStrictEqual(value);
      }),
      { numRuns: 1_000 },
    );
  });
});

test('types say what cannot be kept, and nothing of what can', () => {
  expectTypeOf<
    Unkept<{ a: [Date, Uint8Array, Map<string, Set<bigint>>, Decimal, URL]; b?: string | null }>
  >().toBeNever();
  expectTypeOf<Unkept<{ name: string; message: string; code: string; any: unknown }>>().toBeNever();
  expectTypeOf<Unkept<{ a: { file: File }[] }>>().toEqualTypeOf<File>();
  expectTypeOf<Unkept<Map<string, Buffer>>>().toEqualTypeOf<Buffer>();
  expectTypeOf<Unkept<{ a: Promise<string> }>>().toEqualTypeOf<Promise<string>>();
});
