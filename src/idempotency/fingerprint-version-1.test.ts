import { Decimal } from 'decimal.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fingerprintRequest } from './fingerprint.ts';
import { stripDefaults } from './strip-defaults.ts';

const order = z.object({
  sku: z.string().trim(),
  quantity: z.coerce.number().default(1),
  gift: z.boolean().default(false),
  note: z.string().optional(),
  wrap: z.object({ paper: z.string().default('plain') }).prefault({}),
});

const rich = z.object({
  at: z.date(),
  cents: z.bigint(),
  price: z.instanceof(Decimal),
  tags: z.set(z.string()),
  by: z.map(z.string(), z.number()),
  raw: z.instanceof(Uint8Array),
  home: z.instanceof(URL),
  list: z.array(z.tuple([z.string(), z.number().default(1)])),
  odd: z.number(),
});

const pay = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('card'), save: z.boolean().default(false) }),
  z.object({ kind: z.literal('iban'), iban: z.string() }),
]);

/** Written down before version 2 was there: what version 1 made of them is in databases. */
const WRITTEN: readonly [string, z.ZodType, unknown, [string, Readonly<Record<string, string>>]][] = [
  [
    'plain members',
    order,
    { sku: ' tea-01 ', quantity: '3', extra: 1 },
    [
      '2418f610456341a4428a561618df5adbd3fe456e8885072f05543aa6060d72b8',
      { quantity: 'f2LNXXaMXFTh3HwNk6WTAH', sku: 'LdVkOrxYQ1glslZWqH4o7b' },
    ],
  ],
  [
    'defaults that were sent',
    order,
    { sku: 'tea-01', quantity: 1, gift: false, wrap: { paper: 'plain' } },
    ['2a219a32f62ca404c4e17b8639cd567179d698c3e1626caea0c1452bfc4c97d6', { sku: 'LdVkOrxYQ1glslZWqH4o7b' }],
  ],
  [
    'other values than the defaults',
    order,
    { sku: 'tea-01', quantity: 2, gift: true, note: 'é', wrap: { paper: 'silk' } },
    [
      '629363cc15aeb5880620f1a254dcf7ea48991ea983ff6831ba1097ad4b260bc9',
      {
        gift: 'pDwjjA3hv4ymn6NltWXjip',
        note: 'LnNxDCavNWM1RzbhvyP5sj',
        quantity: 'q1852gJe52l5gm0EZZJMsG',
        sku: 'LdVkOrxYQ1glslZWqH4o7b',
        wrap: 'zD9xkE639NS0_lOB46scLI',
      },
    ],
  ],
  [
    'every kind of value',
    rich,
    {
      at: new Date(7),
      cents: 10n ** 20n,
      price: new Decimal('1.10'),
      tags: new Set(['b', 'a']),
      by: new Map([
        ['b', 2],
        ['a', 1],
      ]),
      raw: new Uint8Array([1, 2]),
      home: new URL('https://a.example/'),
      list: [['a'], ['b', 2]],
      odd: -0,
    },
    [
      '31aaaaa31c60ae359ffc237a6ebc4fe6402445a66b1a59f7c0916eb0eaa28b60',
      {
        at: 'sohqk7fo-9ttMycIv-va0s',
        by: 'qz_sn3Is4OQw0G4GK9vJgU',
        cents: 'S-zj6HcAazs2G6_Z1ac-nz',
        home: 'fECkcCYZBStvAfI4gGT_Sy',
        list: 'YaTg_7Hbqil_ZnIrK_zLbK',
        odd: 'GFg6UhPRYqx6rqx0ILb-_V',
        price: 'kePizzbPzuLS3P5QGHdvhX',
        raw: 'RAZu6vofUYKReA7SAU7Yor',
        tags: 'oAKYHRhUmoQlYD5cl3B8bU',
      },
    ],
  ],
  [
    'a discriminated union',
    pay,
    { kind: 'card', save: false },
    ['bf157e6d91a0c3b3c0434e1c052dd3041e501b20e35c616a51a9f54d6752d42c', { kind: 'aRmzmoLntXXAy8-clAxclI' }],
  ],
  [
    'an array',
    z.array(z.number()),
    [1, 2],
    ['62f886ec47b40f35162572c7839bd7ec292df0a5b2ac6c1770b8899694ace7fd', { '(input)': 'XNGGVasv4T3ffRlp3eJOl9' }],
  ],
  [
    'no input',
    z.undefined(),
    undefined,
    ['94f820b74864ec11e198cb1a54555a0e49d463f5383538808c043ef18043d2b7', { '(input)': 'j-2qqfPlA4fnKI-6yoQX-M' }],
  ],
  [
    'what a transform made',
    order.transform((made) => ({ ...made })),
    { sku: 'tea-01' },
    [
      'caaf9099b8e92aabba2ff6a7c0e4af224bb999c3974ea13b2a6fcba7db977271',
      {
        gift: '-zZLxY4u-f0WIY0EChX03H',
        quantity: 'HxhoiZbfQ3JtEQ1GFFG2w1',
        sku: 'LdVkOrxYQ1glslZWqH4o7b',
        wrap: 'tpNPbIJ-0lcZWk3Ej0K3Vg',
      },
    ],
  ],
];

test.each(WRITTEN)('fingerprint version 1 never changes: %s', (_what, schema, sent, [digest, fields]) => {
  const input = stripDefaults(schema, schema.parse(sent));
  const made = fingerprintRequest({ secret: Buffer.alloc(32, 7), scope: 'acc_1', procedure: 'orders.place', input }, 1);
  expect(Buffer.from(made.digest).toString('hex')).toBe(digest);
  expect(made.fields).toEqual(fields);
});
