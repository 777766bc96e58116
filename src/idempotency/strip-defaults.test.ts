import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { canonicalize } from './canonical.ts';
import { stripDefaults } from './strip-defaults.ts';

/** The canonical form of what a request means under a schema. */
const formOf = (schema: z.ZodType, input: unknown): string => canonicalize(stripDefaults(schema, schema.parse(input)));

const older = z.object({ sku: z.string(), quantity: z.number() });
const order = { sku: 'tea-01', quantity: 3 };

const lazyFlag: z.ZodType = z.lazy(() => z.boolean().default(false));

/** Ways to add an optional field with a default, and a value for it that is not the default. */
const additions: readonly [string, z.ZodType, unknown][] = [
  ['a default', z.boolean().default(false), true],
  ['a default from a function', z.string().default(() => 'no'), 'yes'],
  ['a prefault', z.string().trim().prefault(' no '), 'yes'],
  ['optional, then a default', z.string().optional().default('no'), 'yes'],
  ['a default, then optional', z.string().default('no').optional(), 'yes'],
  ['a default, then nullable', z.string().default('no').nullable(), null],
  ['null as default', z.string().nullable().default(null), 'yes'],
  ['readonly', z.string().default('no').readonly(), 'yes'],
  ['lazy', lazyFlag, true],
  [
    'a default before a transform',
    z
      .string()
      .default('no')
      .transform((text) => text.length),
    'longer',
  ],
  [
    'a default after a transform',
    z
      .string()
      .transform((text) => text.length)
      .default(2),
    'longer',
  ],
  ['a pipe', z.string().default('1').pipe(z.coerce.number()), '2'],
  ['a preprocess', z.preprocess((value) => value, z.string().default('no')), 'yes'],
  [
    'a codec',
    z.codec(z.string(), z.date(), { decode: (t) => new Date(t), encode: (d) => d.toISOString() }).default(new Date(0)),
    '2026-01-01T00:00:00Z',
  ],
  ['a catch', z.number().catch(0), 1],
  ['a union', z.union([z.number(), z.string().default('no')]), 'yes'],
  ['a Date', z.date().default(new Date(0)), new Date(1)],
  ['a bigint', z.bigint().default(1n), 2n],
  ['a Map', z.map(z.string(), z.number()).default(new Map([['a', 1]])), new Map([['a', 2]])],
  ['an array', z.array(z.string()).default([]), ['gift']],
  [
    'an object',
    z.object({ wrap: z.string().default('none'), card: z.string() }).default({ wrap: 'none', card: '' }),
    { card: 'hi' },
  ],
  [
    'an object whose default leaves out inner defaults',
    z.object({ wrap: z.string().default('none') }).prefault({}),
    { wrap: 'silk' },
  ],
  ['merely optional', z.string().optional(), 'yes'],
];

describe('case 33: an added optional field with a default changes no honest retry', () => {
  test.each(additions)('%s', (_what, field, other) => {
    const newer = older.extend({ added: field });
    const before = formOf(older, order);
    expect(formOf(newer, order)).toBe(before);
    expect(formOf(newer, { ...order, added: undefined })).toBe(before);
    expect(formOf(newer, { ...order, added: other })).not.toBe(before);
  });

  const places: readonly [string, (item: z.ZodType) => z.ZodType, (item: unknown) => unknown][] = [
    ['in an object', (item) => z.object({ item }), (item) => ({ item })],
    ['in an array', (item) => z.array(item), (item) => [item, item]],
    ['in a tuple', (item) => z.tuple([z.string(), item]), (item) => ['a', item]],
    ['in the rest of a tuple', (item) => z.tuple([z.string()], item), (item) => ['a', item, item]],
    ['in a record', (item) => z.record(z.string(), item), (item) => ({ x: item })],
    ['in a record over listed names', (item) => z.record(z.enum(['x']), item), (item) => ({ x: item })],
    ['in a Map', (item) => z.map(z.string(), item), (item) => new Map([['x', item]])],
    ['in a Set', (item) => z.set(item), (item) => new Set([item])],
    ['optional', (item) => z.object({ item: item.optional() }), (item) => ({ item })],
    ['nullable', (item) => item.nullable(), (item) => item],
    ['nonoptional', (item) => z.nonoptional(item.optional()), (item) => item],
    ['readonly', (item) => item.readonly(), (item) => item],
    ['lazy', (item) => z.lazy(() => item), (item) => item],
    ['after a preprocess', (item) => z.preprocess((value) => value, item), (item) => item],
    ['refined', (item) => item.refine(() => true), (item) => item],
    ['caught', (item) => item.catch({}), (item) => item],
    ['in the first half of an intersection', (item) => z.intersection(item, z.looseObject({})), (item) => item],
    ['in the second half of an intersection', (item) => z.intersection(z.looseObject({}), item), (item) => item],
    ['in a union', (item) => z.union([z.string(), item]), (item) => item],
    ['in a catchall', (item) => z.object({}).catchall(item), (item) => ({ extra: item })],
    [
      'in a discriminated union',
      (item) =>
        z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), item }), z.object({ kind: z.literal('b') })]),
      (item) => ({ kind: 'a', item }),
    ],
  ];
  test.each(places)('%s', (_what, wrap, put) => {
    const newer = older.extend({ gift: z.boolean().default(false) });
    const before = formOf(wrap(older), put(order));
    expect(formOf(wrap(newer), put(order))).toBe(before);
    expect(formOf(wrap(newer), put({ ...order, gift: false }))).toBe(before);
    expect(formOf(wrap(newer), put({ ...order, gift: true }))).not.toBe(before);
  });

  test('a trailing item of a tuple with a default may be added', () => {
    const newer = z.tuple([z.string(), z.number().default(1)]);
    expect(formOf(newer, ['a'])).toBe(formOf(z.tuple([z.string()]), ['a']));
    expect(formOf(newer, ['a', 1])).toBe(formOf(newer, ['a']));
    expect(formOf(newer, ['a', 2])).not.toBe(formOf(newer, ['a']));
  });

  test('unknown members, coercion and trimming are settled by the parse', () => {
    const schema = z.object({ sku: z.string().trim(), quantity: z.coerce.number() });
    expect(formOf(schema, { sku: 'tea-01 ', quantity: '3', clientTs: 1, locale: 'de' })).toBe(formOf(schema, order));
  });
});

describe('what was said stays said', () => {
  test('an item in the middle of a tuple, or of an array, is never left out', () => {
    const tuple = z.tuple([z.number().default(1), z.number()]);
    expect(stripDefaults(tuple, tuple.parse([1, 2]))).toEqual([1, 2]);
    const array = z.array(z.number().default(1));
    expect(stripDefaults(array, array.parse([1, 1]))).toEqual([1, 1]);
  });

  test('a member of an open record with the default value is not the same as none', () => {
    const record = z.record(z.string(), z.number().default(0));
    expect(formOf(record, { a: 0 })).not.toBe(formOf(record, {}));
  });

  test('a given empty object is not the same as none', () => {
    const schema = z.object({ wrap: z.object({ paper: z.string().default('plain') }).optional() });
    expect(formOf(schema, { wrap: {} })).not.toBe(formOf(schema, {}));
  });

  test('options of a union never become each other by losing their defaults', () => {
    const union = z.union([z.strictObject({ a: z.number().default(1) }), z.strictObject({ b: z.number().default(2) })]);
    expect(formOf(union, { b: 2 })).not.toBe(formOf(union, {}));
    expect(formOf(union, { a: 1 })).toBe(formOf(union, {}));
    const tagged = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a').default('a'), n: z.number() }),
      z.object({ kind: z.literal('b'), n: z.number() }),
    ]);
    expect(formOf(tagged, { kind: 'b', n: 1 })).not.toBe(formOf(tagged, { kind: 'a', n: 1 }));
    expect(formOf(tagged, { n: 1 })).toBe(formOf(tagged, { kind: 'a', n: 1 }));
    const bothTagged = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a').default('a'), n: z.number() }),
      z.object({ kind: z.literal('b').default('b'), n: z.number() }),
    ]);
    expect(formOf(bothTagged, { kind: 'b', n: 1 })).not.toBe(formOf(bothTagged, { kind: 'a', n: 1 }));
  });

  test('a default that changes on each call equals nothing', () => {
    let calls = 0;
    const schema = z.object({ at: z.number().default(() => (calls += 1)) });
    const forms = [1, 2, 3].map(() => formOf(schema, {}));
    expect(new Set(forms).size).toBe(3);
  });

  test('what a transform made is kept whole', () => {
    const schema = z.object({ gift: z.boolean().default(false) }).transform((input) => ({ ...input }));
    expect(stripDefaults(schema, schema.parse({}))).toEqual({ gift: false });
  });

  test('a value that has no canonical form is left for the fingerprint to refuse', () => {
    const file = new File(['x'], 'x.txt');
    const schema = z.object({ file: z.file().default(new File([], 'none')) });
    expect(stripDefaults(schema, schema.parse({ file }))).toEqual({ file });
    expect(() => formOf(schema, { file })).toThrow(/^file is an instance of File/);
  });

  test('members called __proto__ and constructor are members', () => {
    const loose = z.looseObject({});
    expect(stripDefaults(loose, JSON.parse('{"__proto__":{"a":1},"constructor":2}'))).toEqual(
      Object.assign(
        Object.create(null),
        JSON.parse('{"constructor":2}'),
        {},
        Object.fromEntries([['__proto__', { a: 1 }]]),
      ),
    );
  });

  test('async defaults are kept and leave no unhandled rejection behind', async () => {
    const field = z
      .string()
      .default('x')
      .transform(async (text) => Promise.reject(new Error(text)));
    expect(stripDefaults(z.object({ field }), { field: 'x' })).toEqual({ field: 'x' });
    await new Promise(setImmediate);
  });

  test('a recursive schema ends where the fingerprint would refuse', () => {
    const node: z.ZodType = z.object({ next: z.lazy(() => node).optional(), flag: z.boolean().default(false) });
    let deep: unknown = { flag: true };
    for (let level = 0; level < 20_000; level += 1) deep = { next: deep, flag: false };
    expect(() => stripDefaults(node, deep)).not.toThrow();
    const cycle: Record<string, unknown> = { flag: false };
    cycle.next = cycle;
    expect(() => stripDefaults(node, cycle)).not.toThrow();
  });

  test('the parsed input is not touched', () => {
    const parsed = Object.freeze({ sku: 'tea-01', quantity: 1 });
    stripDefaults(z.object({ sku: z.string(), quantity: z.number().default(1) }), parsed);
    expect(parsed).toEqual({ sku: 'tea-01', quantity: 1 });
  });
});

describe('properties', () => {
  const schema = z.object({
    a: z.number().int().default(1),
    b: z.string().optional(),
    c: z
      .object({ d: z.boolean().default(true), e: z.array(z.object({ f: z.number().default(0) })).default([]) })
      .default({ d: true, e: [] }),
  });
  const input = fc.record(
    {
      a: fc.integer({ min: 0, max: 2 }),
      b: fc.constantFrom('', 'x'),
      c: fc.record(
        {
          d: fc.boolean(),
          e: fc.array(fc.record({ f: fc.integer({ min: 0, max: 1 }) }, { requiredKeys: [] }), { maxLength: 2 }),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  );

  test('two requests have one form exactly when they parse to the same', () => {
    fc.assert(
      fc.property(input, input, (one, other) => {
        const same = canonicalize(schema.parse(one)) === canonicalize(schema.parse(other));
        expect(formOf(schema, one) === formOf(schema, other)).toBe(same);
      }),
      { numRuns: 1_000 },
    );
  });

  test('the stripped form parses back to the same', () => {
    fc.assert(
      fc.property(input, (one) => {
        const parsed = schema.parse(one);
        expect(canonicalize(schema.parse(stripDefaults(schema, parsed)))).toBe(canonicalize(parsed));
      }),
    );
  });
});
