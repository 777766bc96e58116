import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { canonicalize } from './canonical.ts';
import { sentPart } from './sent-part.ts';

/** The canonical form of what a request says under a schema. */
const formOf = (schema: z.ZodType, raw: unknown): string => canonicalize(sentPart(schema, raw, schema.parse(raw)));

let count = 0;
const next = () => ++count;

/** Members with a default that is another one on each call, with what may be sent for them, and the same said otherwise. */
const dynamic: readonly [string, z.ZodType, unknown, unknown][] = [
  ['a default', z.number().default(next), 1, 2],
  ['a date', z.date().default(() => new Date()), new Date(1), new Date(2)],
  ['a prefault', z.string().prefault(randomUUID), 'a', 'b'],
  ['optional', z.number().default(next).optional(), 1, 2],
  ['nullable', z.number().default(next).nullable(), null, 2],
  ['readonly', z.number().default(next).readonly(), 1, 2],
  ['lazy', z.lazy(() => z.number().default(next)), 1, 2],
  ['before a transform', z.number().default(next).transform(String), 1, 2],
  ['before a pipe', z.number().default(next).pipe(z.number()), 1, 2],
  ['behind a preprocess', z.preprocess((value) => value, z.number().default(next)), 1, 2],
  ['in a union', z.union([z.boolean(), z.number().default(next)]), 1, 2],
  ['in an object that is left out', z.object({ id: z.number().default(next) }).prefault({}), { id: 1 }, { id: 2 }],
  [
    'in a record over listed names',
    z.partialRecord(z.enum(['x']), z.number()).default(() => ({ x: next() })),
    { x: 1 },
    {},
  ],
  ['in a catch', z.number().default(next).catch(0), 1, 2],
];

describe('what the server made is no difference', () => {
  test.each(dynamic)('%s', (_what, field, one, other) => {
    const schema = z.object({ sku: z.string(), made: field });
    const omitted = formOf(schema, { sku: 'tea' });
    expect(formOf(schema, { sku: 'tea' })).toBe(omitted);
    expect(formOf(schema, { sku: 'tea', made: undefined })).toBe(omitted);
    expect(formOf(schema, { sku: 'tea', made: one })).toBe(formOf(schema, { sku: 'tea', made: one }));
    const forms = [omitted, formOf(schema, { sku: 'tea', made: one }), formOf(schema, { sku: 'tea', made: other })];
    expect(new Set(forms).size).toBe(3);
  });

  const places: readonly [string, (item: z.ZodType) => z.ZodType, (item: unknown) => unknown][] = [
    ['in an object', (item) => z.object({ item }), (item) => ({ item })],
    ['in an array', (item) => z.array(item), (item) => [item, item]],
    ['in a tuple', (item) => z.tuple([z.string(), item]), (item) => ['a', item]],
    ['in the rest of a tuple', (item) => z.tuple([z.string()], item), (item) => ['a', item, item]],
    ['in a record', (item) => z.record(z.string(), item), (item) => ({ x: item })],
    ['in a record over listed names', (item) => z.record(z.enum(['x']), item), (item) => ({ x: item })],
    ['in a Map', (item) => z.map(z.string(), item), (item) => new Map([['x', item]])],
    ['as a key of a Map', (item) => z.map(item, z.string()), (item) => new Map([[item, 'x']])],
    ['in a Set', (item) => z.set(item), (item) => new Set([item])],
    ['nonoptional', (item) => z.nonoptional(item.optional()), (item) => item],
    ['lazy', (item) => z.lazy(() => item), (item) => item],
    ['behind a preprocess', (item) => z.preprocess((value) => value, item), (item) => item],
    [
      'behind a preprocess that reads text',
      (item) => z.preprocess((text) => JSON.parse(String(text)), item),
      (item) => JSON.stringify(item),
    ],
    ['in front of a pipe', (item) => item.pipe(z.looseObject({ gift: z.boolean() })), (item) => item],
    ['refined', (item) => item.refine(() => true), (item) => item],
    ['caught', (item) => item.catch({}), (item) => item],
    ['in the first half of an intersection', (item) => z.intersection(item, z.looseObject({})), (item) => item],
    ['in a union', (item) => z.union([z.string(), item]), (item) => item],
    ['in a catchall', (item) => z.object({}).catchall(item), (item) => ({ extra: item })],
    [
      'in a discriminated union',
      (item) =>
        z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), item }), z.object({ kind: z.literal('b') })]),
      (item) => ({ kind: 'a', item }),
    ],
  ];
  const item = z.object({
    sku: z.string(),
    id: z.string().default(randomUUID),
    gift: z.boolean().default(false),
  });
  test.each(places)('at any depth: %s', (_what, wrap, put) => {
    const schema = wrap(item);
    const form = formOf(schema, put({ sku: 'tea' }));
    expect(formOf(schema, put({ sku: 'tea' }))).toBe(form);
    expect(formOf(schema, put({ gift: false, sku: 'tea' }))).toBe(form);
    expect(formOf(schema, put({ sku: 'tea', gift: true }))).not.toBe(form);
    expect(formOf(schema, put({ sku: 'tea', id: 'mine' }))).not.toBe(form);
    expect(formOf(schema, put({ sku: 'coffee' }))).not.toBe(form);
  });

  test('in place of what is not valid', () => {
    const schema = z.object({ at: z.date().catch(() => new Date(next())), n: z.number().catch(7).optional() });
    expect(formOf(schema, { at: 'soon' })).toBe(formOf(schema, { at: 'soon' }));
    expect(formOf(schema, { at: new Date(5) })).not.toBe(formOf(schema, { at: 'soon' }));
    expect(formOf(schema, { at: 'soon', n: 'x' })).not.toBe(formOf(schema, { at: 'soon' }));
  });

  test('a listed name of a record that was not sent', () => {
    const schema = z.record(z.enum(['x', 'y']), z.number().default(next));
    expect(formOf(schema, { x: 1 })).toBe(formOf(schema, { x: 1 }));
    expect(formOf(schema, { x: 1 })).not.toBe(formOf(schema, { y: 1 }));
  });
});

describe('a default is static or dynamic', () => {
  test('a static default that is sent is the same as none, also in the middle of a tuple and as the whole input', () => {
    const tuple = z.tuple([z.number().default(1), z.number().default(2), z.number().optional()]);
    expect(formOf(tuple, [1, 2])).toBe(formOf(tuple, []));
    expect(formOf(tuple, [1, 3])).toBe(formOf(tuple, [undefined, 3]));
    expect(formOf(tuple, [1, 3])).not.toBe(formOf(tuple, [3]));
    const root = z.object({ a: z.number().default(1) }).prefault({});
    expect(formOf(root, { a: 1 })).toBe(formOf(root, undefined));
    expect(formOf(root, { a: 2 })).not.toBe(formOf(root, undefined));
  });

  test('a function that makes a new date is dynamic, although two dates of one millisecond are equal', () => {
    const schema = z.object({ at: z.date().default(() => new Date(5)) });
    expect(formOf(schema, { at: new Date(5) })).not.toBe(formOf(schema, {}));
    const fixed = z.object({ at: z.date().default(new Date(5)) });
    expect(formOf(fixed, { at: new Date(5) })).toBe(formOf(fixed, {}));
  });

  test('a dynamic member inside of an object that is itself a static default', () => {
    const schema = z.object({
      meta: z.object({ lang: z.string().default('en'), id: z.number().default(next) }).prefault({ lang: 'de' }),
    });
    expect(formOf(schema, { meta: { lang: 'de' } })).toBe(formOf(schema, {}));
    expect(formOf(schema, { meta: {} })).not.toBe(formOf(schema, {}));
    expect(formOf(schema, { meta: { lang: 'de', id: 3 } })).not.toBe(formOf(schema, {}));
  });
});

describe('another value is never the same request', () => {
  test('what moves a sent value into a member that was not sent counts whole', () => {
    const shape = { a: z.number(), b: z.number().default(0) };
    const moved = [
      z.object(shape).transform(({ a }) => ({ a: 1, b: a })),
      z.object(shape).overwrite(({ a }) => ({ a: 1, b: a })),
      z.object(shape).superRefine((value) => {
        value.b = value.a;
        value.a = 1;
      }),
      z.preprocess((value) => ({ a: 1, b: (value as { a: number }).a }), z.object(shape)),
      z
        .object(shape)
        .transform(({ a }) => ({ a: 1, b: a }))
        .pipe(z.object({ a: z.number(), b: z.number() })),
    ];
    for (const schema of moved) expect(formOf(schema, { a: 5 })).not.toBe(formOf(schema, { a: 6 }));
    const reversed = z.array(z.object({ n: z.number().default(0) })).overwrite((items) => items.toReversed());
    expect(formOf(reversed, [{ n: 1 }, {}])).not.toBe(formOf(reversed, [{ n: 2 }, {}]));
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
  });

  test('a given empty object is not the same as none, nor a name of an open record', () => {
    const schema = z.object({ wrap: z.object({ paper: z.string().default('plain') }).optional() });
    expect(formOf(schema, { wrap: {} })).not.toBe(formOf(schema, {}));
    const record = z.record(z.string(), z.number().default(0));
    expect(formOf(record, { a: 0 })).not.toBe(formOf(record, {}));
    expect(formOf(record, { a: undefined })).not.toBe(formOf(record, {}));
  });

  test('names that a record changes stay', () => {
    const record = z.record(z.string().trim(), z.number());
    expect(formOf(record, { ' a ': 1 })).toBe(formOf(record, { a: 1 }));
    expect(formOf(record, { ' a ': 1 })).not.toBe(formOf(record, { ' b ': 1 }));
  });

  test('members that zod reads from the prototype of a given instance were sent', () => {
    class Cart {
      readonly #total: number;
      constructor(total: number) {
        this.#total = total;
      }
      get total() {
        return this.#total;
      }
    }
    const schema = z.object({ total: z.number().default(0) });
    expect(formOf(schema, new Cart(5))).toBe(formOf(schema, { total: 5 }));
  });
});

describe('case 33: the same said otherwise', () => {
  const schema = z.object({
    sku: z.string().trim(),
    quantity: z.coerce.number(),
    gift: z.boolean().default(false),
    at: z.date().default(() => new Date()),
  });
  test.each<[string, unknown]>([
    ['extra members', { sku: 'tea', quantity: 3, clientTs: 5, locale: 'de' }],
    ['coercion', { sku: 'tea', quantity: '3' }],
    ['a default', { sku: 'tea', quantity: 3, gift: false }],
    ['trimming', { sku: ' tea ', quantity: 3 }],
    ['order', { quantity: 3, sku: 'tea' }],
    ['undefined', { sku: 'tea', quantity: 3, gift: undefined, at: undefined }],
  ])('%s', (_what, raw) => {
    expect(formOf(schema, raw)).toBe(formOf(schema, { sku: 'tea', quantity: 3 }));
  });
});

type Field = { readonly schema: z.ZodType; readonly values: readonly unknown[] };

/** Schemas with values; the first value of a field equals its static default, where it has one. */
const field: fc.Arbitrary<Field> = fc.letrec<{ field: Field }>((tie) => ({
  field: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<Field>(
      { schema: z.number().default(1), values: [1, 2, 3] },
      { schema: z.number().default(next), values: [-1, -2] },
      { schema: z.string().default('no').optional(), values: ['no', 'yes'] },
      { schema: z.date().default(() => new Date()), values: [new Date(1), new Date(2)] },
      { schema: z.string().prefault(randomUUID), values: ['a', 'b'] },
      { schema: z.coerce.number().optional(), values: ['7', 8] },
      {
        schema: z
          .string()
          .transform((text) => text.length)
          .optional(),
        values: ['a', 'bb'],
      },
      { schema: z.union([z.boolean(), z.string()]).default('x'), values: ['x', true, 'y'] },
    ),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('field'), { minKeys: 1, maxKeys: 3 }).map((fields) => ({
      schema: z.object(Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, one.schema]))).optional(),
      values: [0, 1].map((at) =>
        Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, one.values[at % one.values.length]])),
      ),
    })),
    tie('field').map((one) => ({
      schema: z.array(one.schema).default([]),
      values: [[], [one.values[0]], [one.values[1], one.values[0]]],
    })),
  ),
})).field;

type Case = {
  readonly schema: z.ZodObject;
  readonly raw: Record<string, unknown>;
  readonly fields: Record<string, Field>;
};

const request: fc.Arbitrary<Case> = fc
  .dictionary(fc.constantFrom('p', 'q', 'r', 's'), field, { minKeys: 1, maxKeys: 4 })
  .chain((fields) =>
    fc.record({
      schema: fc.constant(
        z.object(Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, one.schema]))),
      ),
      fields: fc.constant(fields),
      raw: fc.record(
        Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, fc.constantFrom(...one.values)])),
        { requiredKeys: [] },
      ) as fc.Arbitrary<Record<string, unknown>>,
    }),
  );

describe('properties, of any schema', () => {
  test('the same request said again, in another order and with unknown members, has the same form', () => {
    fc.assert(
      fc.property(request, fc.dictionary(fc.constantFrom('x', 'y'), fc.jsonValue()), ({ schema, raw }, extra) => {
        const form = formOf(schema, raw);
        expect(formOf(schema, raw)).toBe(form);
        expect(formOf(schema, Object.fromEntries(Object.entries({ ...raw, ...extra }).reverse()))).toBe(form);
      }),
      { numRuns: 500 },
    );
  });

  test('two requests have the same form exactly when they give the same with all that the server makes held still', () => {
    fc.assert(
      fc.property(request, fc.nat(), fc.nat(), ({ schema, raw, fields }, which, at) => {
        const names = Object.keys(fields);
        const name = names[which % names.length] ?? '';
        const values = [...(fields[name]?.values ?? []), undefined];
        const changed = { ...raw, [name]: values[at % values.length] };
        // The oracle: what is not sent for a dynamic default is told by a value that no request sends.
        const still = (sent: Record<string, unknown>) => canonicalize(held(schema, sent));
        expect(formOf(schema, changed) === formOf(schema, raw)).toBe(still(changed) === still(raw));
      }),
      { numRuns: 1_000 },
    );
  });
});

/** Parses with each dynamic default replaced by one fixed value, which is all that may differ between two calls. */
function held(schema: z.ZodObject, sent: Record<string, unknown>): unknown {
  const parsed = schema.parse(sent);
  return hold(schema, sent, parsed);
}

function hold(schema: z.ZodType, raw: unknown, parsed: unknown): unknown {
  const inner = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  if (raw === undefined) {
    const again = schema.safeParse(undefined).data;
    return canonicalize(again) === canonicalize(schema.safeParse(undefined).data) && !(again instanceof Date)
      ? again
      : 'made by the server';
  }
  if (inner instanceof z.ZodObject) {
    const members = parsed as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(inner.shape).map(([name, of]) => [
        name,
        hold(of as z.ZodType, (raw as Record<string, unknown>)[name], members[name]),
      ]),
    );
  }
  if (inner instanceof z.ZodArray) {
    return (parsed as unknown[]).map((one, index) => hold(inner.element as z.ZodType, (raw as unknown[])[index], one));
  }
  return parsed;
}
