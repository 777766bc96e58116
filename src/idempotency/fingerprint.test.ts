import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import fc from 'fast-check';
import superjson from 'superjson';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { canonicalize } from './canonical.ts';
import { compareRequest } from './compare-request.ts';
import { AS_SENT, CURRENT_VERSION, type Fingerprint, fingerprintRequest, WHOLE_INPUT } from './fingerprint.ts';
import { stripDefaults } from './strip-defaults.ts';

const secret = Buffer.alloc(32, 7);
const parts = {
  secret,
  scope: 'acc_1',
  procedure: 'orders.place',
  input: { sku: 'tea-01', quantity: 3 } as unknown,
  sent: null as string | null,
};
type Changes = Partial<typeof parts>;

const print = (changes: Changes = {}): Fingerprint => fingerprintRequest({ ...parts, ...changes });
const hex = (changes: Changes = {}): string => Buffer.from(print(changes).digest).toString('hex');
const requestOf = (changes: Changes = {}) => ({
  procedure: changes.procedure ?? parts.procedure,
  fingerprintAt: (version: number) => fingerprintRequest({ ...parts, ...changes }, version),
});
const compare = (first: Changes, second: Changes) =>
  compareRequest({ procedure: first.procedure ?? parts.procedure, fingerprint: print(first) }, requestOf(second));
const differing = (first: unknown, second: unknown) => {
  const comparison = compare({ input: first }, { input: second });
  return comparison.same ? 'same' : comparison.differingFields;
};

describe('what a fingerprint depends on', () => {
  test('new records are of version 2, whose form never changes either', () => {
    expect(CURRENT_VERSION).toBe(2);
    expect(hex()).toBe('c298a15ec3546f7700129cb2c854e907841d2931c204f7c33356c256a4a5bff5');
    expect(print({ sent: '{}' }).fields).toEqual({
      quantity: 'nBRMr2qCVLlnyWMly7_TGF',
      sku: 'rsEOi2tVDQ07VkOIFJ-eo8',
      [AS_SENT]: 'hi_3mYLAHYe-JKF1Vm03w4',
    });
    expect(print().version).toBe(CURRENT_VERSION);
  });

  test('case 12: scope and procedure are part of it, and cannot be shifted into each other', () => {
    const digests = [
      hex(),
      hex({ scope: 'acc_2' }),
      hex({ procedure: 'orders.cancel' }),
      hex({ scope: 'acc_1","x', procedure: 'orders.place' }),
      hex({ scope: 'x', procedure: 'orders.place","acc_1' }),
      hex({ secret: Buffer.alloc(32, 8) }),
      hex({ input: { sku: 'tea-01', quantity: 4 } }),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });

  test('a field print says nothing across accounts, procedures and names', () => {
    const input = { a: 1, b: 1 };
    const prints = [
      ...Object.values(print({ input }).fields),
      ...Object.values(print({ input, scope: 'acc_2' }).fields),
      ...Object.values(print({ input, procedure: 'orders.cancel' }).fields),
    ];
    expect(new Set(prints).size).toBe(6);
    expect(prints.every((text) => /^[\w-]{22}$/.test(text))).toBe(true);
  });

  test('no value of the input is kept', () => {
    const kept = JSON.stringify(print({ input: { note: 'confidential-remark' } }));
    expect(kept).not.toContain('confidential');
    expect(kept).toContain('"note"');
  });

  test('case 31: the order of members does not matter, the order of arrays does', () => {
    expect(hex({ input: { quantity: 3, sku: 'tea-01' } })).toBe(hex());
    expect(hex({ input: { tags: ['a', 'b'] } })).not.toBe(hex({ input: { tags: ['b', 'a'] } }));
  });

  test('case 33: JSON and superjson change nothing', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (input) => {
        expect(hex({ input: JSON.parse(JSON.stringify(input)) })).toBe(hex({ input }));
      }),
    );
    const shared = { city: 'Ulm' };
    const rich = { from: shared, to: shared, at: new Date(0), big: 1n, tags: new Set(['a']), note: undefined };
    expect(hex({ input: superjson.deserialize(JSON.parse(JSON.stringify(superjson.serialize(rich)))) })).toBe(
      hex({ input: rich }),
    );
  });

  test('case 33: a deploy that adds an optional field with a default makes no honest retry a conflict', () => {
    const before = z.object({ sku: z.string(), quantity: z.number() });
    const after = before.extend({ gift: z.boolean().default(false) });
    const request = (schema: z.ZodType, input: unknown): Changes => ({
      input: stripDefaults(schema, schema.parse(input)),
    });
    const first = request(before, parts.input);
    expect(compare(first, request(after, parts.input))).toEqual({ same: true });
    expect(compare(first, request(after, { sku: 'tea-01', quantity: 3, gift: true }))).toEqual({
      same: false,
      differingFields: ['gift'],
    });
  });

  test('case 35: NUL and lone surrogates are told apart after the encoding to bytes', () => {
    const digests = ['a\u0000b', 'ab', '\ud800', '\udc00', '\ufffd'].map((note) => hex({ input: { note } }));
    expect(new Set(digests).size).toBe(5);
  });

  test('the very same that was sent is the same request, whatever it is parsed to; another one is not', () => {
    const first: Changes = { input: { at: 1 }, sent: '{}' };
    expect(compare(first, { input: { at: 2 }, sent: '{}' })).toEqual({ same: true });
    expect(compare(first, { input: { at: 2 }, sent: '{"a":d1,}' })).toEqual({ same: false, differingFields: ['at'] });
    expect(compare(first, { input: { at: 2 } })).toEqual({ same: false, differingFields: ['at'] });
    expect(compare({ input: { at: 1 } }, { input: { at: 2 } }).same).toBe(false);
    expect(compare(first, { input: { at: 2 }, sent: '{}', procedure: 'orders.cancel' }).same).toBe(false);
    const plain: Changes = { input: { at: 1 }, sent: canonicalize({ at: 1 }) };
    expect(compare(plain, { input: { at: 2 }, sent: canonicalize({ at: 1 }) })).toEqual({ same: true });
    expect(compare({ input: { at: 2 }, sent: canonicalize({ at: 1 }) }, plain)).toEqual({ same: true });
    expect(compare(plain, { input: { at: 2 }, sent: canonicalize({ at: 2 }) }).same).toBe(false);
    // What one request was parsed to is no other one's bytes.
    expect(compare({ input: { at: 1 }, sent: '{}' }, { input: { at: 2 }, sent: '{"at":d1,}' }).same).toBe(false);
  });

  test('a member with the name of the pseudo field is a member like any other', () => {
    expect(compare({ input: { [AS_SENT]: 1 }, sent: 'x' }, { input: { [AS_SENT]: 2 }, sent: 'y' })).toEqual({
      same: false,
      differingFields: [WHOLE_INPUT],
    });
  });

  test('a record of version 1 is compared by what version 1 counts', () => {
    const stored = fingerprintRequest(parts, 1);
    const request = (changes: Changes) => requestOf({ sent: '{}', ...changes });
    const compared = (changes: Changes) =>
      compareRequest({ procedure: parts.procedure, fingerprint: stored }, request(changes));
    expect(compared({})).toEqual({ same: true });
    expect(compared({ input: { sku: 'tea-01', quantity: 4 } })).toEqual({ same: false, differingFields: ['quantity'] });
  });

  test('a record of a former path is compared under that path, one of another path never', () => {
    const stored = { procedure: 'orders.create', fingerprint: print({ procedure: 'orders.create' }) };
    const renamed = (changes: Changes = {}) => ({
      procedure: 'orders.place',
      formerly: ['orders.create'],
      fingerprintAt: (version: number, procedure = 'orders.place') =>
        fingerprintRequest({ ...parts, ...changes, procedure }, version),
    });
    expect(compareRequest(stored, renamed())).toEqual({ same: true });
    expect(compareRequest(stored, renamed({ input: { sku: 'tea-01', quantity: 4 } }))).toEqual({
      same: false,
      differingFields: ['quantity'],
    });
    expect(compareRequest({ ...stored, procedure: 'orders.cancel' }, renamed())).toEqual({
      same: false,
      differingFields: ['(procedure)'],
    });
  });

  test('case 31: other processes with other languages and time zones print the same', async () => {
    const input = { a: 1, B: 2, _: 3, ä: 4, 10: 5, 9: 6, I: 'İıß', at: new Date('2026-03-29T01:30:00Z'), n: 1234567.5 };
    const here = hex({ input });
    const script = `
      import { fingerprintRequest } from '${new URL('./fingerprint.ts', import.meta.url).href}';
      const input = { n: 1234567.5, at: new Date('2026-03-29T01:30:00Z'), I: 'İıß', 9: 6, 10: 5, ä: 4, _: 3, B: 2, a: 1 };
      const print = fingerprintRequest({ secret: Buffer.alloc(32, 7), scope: 'acc_1', procedure: 'orders.place', input });
      const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
      console.log(JSON.stringify([Buffer.from(print.digest).toString('hex'), locale + ' ' + timeZone]));`;
    const run = promisify(execFile);
    const worlds: NodeJS.ProcessEnv[] = [
      { NODE_ENV: 'test', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Asia/Kolkata' },
      { NODE_ENV: 'test', LANG: 'C', LC_ALL: 'C', TZ: 'America/New_York' },
      { NODE_ENV: 'test', LANG: 'sv_SE.UTF-8', LC_ALL: 'sv_SE.UTF-8', TZ: 'Australia/Lord_Howe' },
    ];
    const seen = new Set<string>();
    for (const world of worlds) {
      const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
      const { stdout } = await run(process.execPath, args, { env: world });
      const [digest, where] = JSON.parse(stdout) as [string, string];
      expect(digest).toBe(here);
      seen.add(where);
    }
    expect(seen.size).toBe(worlds.length);
  }, 30_000);
});

describe('comparing a request with a record', () => {
  test('the differing fields are named, sorted: unequal, added and left out', () => {
    expect(differing({ sku: 'a', quantity: 3, note: 'x' }, { sku: 'a', quantity: 4, gift: true })).toEqual([
      'gift',
      'note',
      'quantity',
    ]);
    expect(differing({ sku: 'a' }, { sku: 'a' })).toBe('same');
    expect(differing({ sku: 'a', note: undefined }, { sku: 'a' })).toBe('same');
  });

  test('case 30: another procedure is named alone, whatever the input', () => {
    expect(compare({}, { procedure: 'orders.cancel', input: { other: 1 } })).toEqual({
      same: false,
      differingFields: ['(procedure)'],
    });
  });

  test('an input without named members is one field', () => {
    expect(Object.keys(print({ input: [1, 2] }).fields)).toEqual([WHOLE_INPUT]);
    expect(differing([1, 2], [2, 1])).toEqual([WHOLE_INPUT]);
    expect(differing(undefined, {})).toEqual([WHOLE_INPUT]);
    expect(differing(undefined, undefined)).toBe('same');
  });

  test('members whose names are data are not kept by name', () => {
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`user${index}@example.com`, index]));
    expect(Object.keys(print({ input: many }).fields)).toEqual([WHOLE_INPUT]);
    expect(Object.keys(print({ input: { ['n'.repeat(129)]: 1 } }).fields)).toEqual([WHOLE_INPUT]);
  });

  test('names that objects inherit are fields like any other', () => {
    const odd = JSON.parse('{"__proto__":1,"constructor":2,"toString":3}');
    expect(differing({}, odd)).toEqual(['__proto__', 'constructor', 'toString']);
    const stored = { ...print({ input: odd }), fields: JSON.parse(JSON.stringify(print({ input: odd }).fields)) };
    expect(compareRequest({ procedure: parts.procedure, fingerprint: stored }, requestOf({ input: odd }))).toEqual({
      same: true,
    });
    expect(compareRequest({ procedure: parts.procedure, fingerprint: stored }, requestOf({ input: {} }))).toEqual({
      same: false,
      differingFields: ['__proto__', 'constructor', 'toString'],
    });
  });

  test('case 35: a name that PostgreSQL cannot hold is shown escaped', () => {
    expect(differing({}, { 'a\u0000b': 1, '\ud800': 1 })).toEqual(['\\ud800', 'a\\u0000b']);
  });

  test('the digest decides: equal field prints do not make another request the same', () => {
    const stored = { ...print({ input: { a: 1 } }), digest: randomBytes(32) };
    expect(compareRequest({ procedure: parts.procedure, fingerprint: stored }, requestOf({ input: { a: 1 } }))).toEqual(
      {
        same: false,
        differingFields: [WHOLE_INPUT],
      },
    );
    const cut = { ...print(), digest: print().digest.subarray(0, 16) };
    expect(compareRequest({ procedure: parts.procedure, fingerprint: cut }, requestOf()).same).toBe(false);
  });

  test('a record is compared by its own version, and an unknown one is an error with a sentence', () => {
    const asked: number[] = [];
    const request = {
      procedure: parts.procedure,
      fingerprintAt: (version: number) => {
        asked.push(version);
        return fingerprintRequest(parts, version);
      },
    };
    const stored = { ...print(), version: 3 };
    expect(() => compareRequest({ procedure: parts.procedure, fingerprint: stored }, request)).toThrow(
      'This build does not know fingerprint version 3',
    );
    expect(asked).toEqual([3]);
  });

  test('a secret shorter than SHA-256 is refused', () => {
    expect(() => print({ secret: Buffer.alloc(31) })).toThrow('31 bytes, at least 32');
  });

  test('equal exactly when the inputs are equal, and then no field differs', () => {
    const input = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', '__proto__'),
      fc.constantFrom<unknown>(1, '1', 1n, null, [1], { a: 1 }),
    );
    fc.assert(
      fc.property(input, input, (one, other) => {
        const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
        const unequal = names.filter(
          (name) =>
            !Object.hasOwn(one, name) ||
            !Object.hasOwn(other, name) ||
            superjson.stringify(one[name]) !== superjson.stringify(other[name]),
        );
        expect(differing(one, other)).toEqual(unequal.length === 0 ? 'same' : unequal.sort());
      }),
      { numRuns: 500 },
    );
  });
});
