import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_KEY_LENGTH, parseKey } from './key.ts';
import { keyWarning } from './key-warning.ts';

const reasonOf = (header: string | null) => {
  const parsed = parseKey(header);
  return parsed.ok ? 'ok' : parsed.refusal.reason;
};
const keyOf = (header: string) => {
  const parsed = parseKey(header);
  return parsed.ok ? parsed.key : `refused: ${parsed.refusal.message}`;
};
const visible = (min: number, max: number) =>
  fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((c) => String.fromCharCode(c)),
    minLength: min,
    maxLength: max,
  });
const quoted = (key: string) => `"${key.replace(/["\\]/g, '\\$&')}"`;

describe('case 48: one grammar for the key', () => {
  test.each([
    ['bare', 'k', 'k'],
    ['quoted', '"k"', 'k'],
    ['surrounded by spaces and tabs', ' \tk \t', 'k'],
    ['quoted, with escapes', String.raw`"a\"b\\c"`, String.raw`a"b\c`],
    ['quoted, with a comma', '"a,b"', 'a,b'],
    ['percent-encoding stays as it is', '%00', '%00'],
    ['a path', '../x', '../x'],
    ['a backslash in a bare key', String.raw`a\b`, String.raw`a\b`],
    ['SQL', "';drop", "';drop"],
    ['a bare key with a semicolon', 'k;a=1', 'k;a=1'],
    ['255 characters', 'x'.repeat(255), 'x'.repeat(255)],
    ['255 characters, quoted', `"${'x'.repeat(255)}"`, 'x'.repeat(255)],
  ])('taken: %s', (_what, header, key) => {
    expect(keyOf(header)).toBe(key);
  });

  test.each([
    ['no header', null],
    ['empty', ''],
    ['spaces and tabs only', ' \t '],
  ])('missing: %s', (_what, header) => {
    expect(reasonOf(header)).toBe('key_missing');
  });

  test.each([
    ['two keys merged by a proxy', 'k1, k2'],
    ['the same key twice', 'k, k'],
    ['two quoted keys', '"k", "k"'],
    ['merged without a space', 'k,k'],
    ['a bare and a quoted key', 'k, "k"'],
    ['a parameter', '"k";a=1'],
    ['an unclosed quote', '"k'],
    ['a lone quote', '"'],
    ['an escape of another character', String.raw`"a\nb"`],
    ['a quote inside a bare key', 'a"b'],
    ['an empty quoted string', '""'],
    ['a space inside', 'a b'],
    ['a space inside quotes', '"a b"'],
    ['SQL with a space', "'; drop"],
    ['a tab inside', 'a\tb'],
    ['Cyrillic as UTF-8 bytes read as Latin-1', Buffer.from('ключ').toString('latin1')],
    ['Cyrillic', 'ключ'],
    ['an emoji', '🔑'],
    ['a lone surrogate', '\ud800'],
    ['NUL', 'a\u0000b'],
    ['DEL', 'a\u007fb'],
    ['a no-break space around', '\u00a0k'],
    ['256 characters', 'x'.repeat(256)],
    ['256 characters, quoted', `"${'x'.repeat(256)}"`],
    ['9,000 characters', 'x'.repeat(9_000)],
  ])('refused: %s', (_what, header) => {
    expect(reasonOf(header)).toBe('key_invalid');
  });

  test('upper and lower case are different keys, and no UUID is rewritten', () => {
    expect(keyOf('K')).not.toBe(keyOf('k'));
    expect(keyOf('0F8FAD5B-D9CB-469F-A165-70867728950E')).toBe('0F8FAD5B-D9CB-469F-A165-70867728950E');
  });

  test('every key of visible ASCII is the same key quoted, and survives the quoting', () => {
    fc.assert(fc.property(visible(1, MAX_KEY_LENGTH), (key) => keyOf(quoted(key)) === key));
  });

  test('bare and quoted are equal wherever the bare form may be written', () => {
    fc.assert(
      fc.property(visible(1, 60), (key) => {
        fc.pre(!/[",]/.test(key));
        return keyOf(key) === key && keyOf(` ${quoted(key)}\t`) === key;
      }),
    );
  });

  test('whatever is taken is 1 to 255 visible ASCII characters', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), visible(0, 300)), (header) => {
        const parsed = parseKey(header);
        return !parsed.ok || /^[\x21-\x7e]{1,255}$/.test(parsed.key);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a refusal repeats at most 40 characters of the header, all of them printable ASCII', () => {
    const secret = `${'s'.repeat(30)}\u0007${'e'.repeat(300)},`;
    const parsed = parseKey(secret);
    const message = parsed.ok ? '' : parsed.refusal.message;
    expect(message).toContain('several keys');
    expect(message.match(/s+\?e+/)?.[0].length).toBe(39);
    expect(message).not.toContain('\u0007');
  });
});

describe('keys that look like personal data', () => {
  test.each([
    ['jane@example.com', 'email'],
    ['pay-jane.doe+1@mail.example.co-7', 'email'],
    ['4242424242424242', 'card'],
    ['4242-4242-4242-4242', 'card'],
    ['4242 4242 4242 4242', 'card'],
    ['order-378282246310005', 'card'],
    ['4242424242424241', 'guessable'],
    ['0f8fad5b-d9cb-469f-a165-70867728950e', null],
    ['42424242-4242-4242-8424-242424242424', null],
    ['order-1767225600003', null],
  ])('%s: %s', (key, warning) => {
    expect(keyWarning(key)).toBe(warning);
  });
});

describe('keys that are the text of a missing value', () => {
  test.each([
    'undefined',
    'null',
    'NULL',
    'NaN',
    'None',
    'nil',
    'true',
    'false',
    '[object Object]',
    '[object Promise]',
    '[objectObject]',
    '(null)',
    'undefined-undefined',
    'null:undefined',
    '00000000-0000-0000-0000-000000000000',
    '00000000000000000000000000000000',
    'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  ])('refused, with words that say why: %s', (text) => {
    for (const header of [text, `"${text}"`, ` ${text} `]) {
      expect(reasonOf(header)).toBe('key_invalid');
      expect(keyOf(header)).toMatch(
        /'.+', which is (what a missing value looks like as text|the UUID that stands for none)/,
      );
    }
  });

  test.each([
    '1',
    '0',
    'click',
    'test',
    'key',
    'id',
    'k',
    'undefined-0f8fad5b-d9cb-469f-a165-70867728950e',
    'nullable',
    'true-1',
  ])('taken: %s', (text) => {
    expect(keyOf(text)).toBe(text);
  });
});

describe('keys that another intent could come to have', () => {
  test.each([
    'k',
    '1',
    '0',
    '42',
    'click',
    'test',
    'key',
    'id',
    'a@b',
    'order-7',
    '1767225600003',
    'click-the-pay-button',
    'PAY.THE.INVOICE.NOW',
    'aaaaaaaaaaaaaaaaaaaaaaaa',
    'subscription-0000-undefined',
    'null-of-the-customer-0000',
  ])('warned of: %s', (key) => {
    expect(keyWarning(key)).toBe('guessable');
  });

  const ofLetters = (letters: string, length: number) =>
    fc
      .array(fc.constantFrom(...letters), { minLength: length, maxLength: length, size: 'max' })
      .map((all) => all.join(''));
  const DIGITS = '0123456789';
  const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  // Unbiased, as random ids are: fast-check's own constants would be runs of one character. With a letter: sixteen
  // hexadecimal digits without one are a card number one time in twenty, and are rightly warned of.
  const random = (letters: string, length: number) =>
    fc.noBias(ofLetters(letters, length)).filter((text) => new Set(text).size > length / 8 + 3 && /[a-z]/i.test(text));

  test('random UUIDs, ULIDs, nanoids and hexadecimal ids are never refused or warned of', () => {
    const ids = fc.oneof(
      fc.uuid(),
      random('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 26).map((text) => `01${text.slice(2)}`),
      random(`${DIGITS}${UPPER}${UPPER.toLowerCase()}_-`, 21),
      random('0123456789abcdef', 16),
      random('0123456789abcdef', 32),
    );
    fc.assert(
      fc.property(ids, (id) => {
        expect([keyOf(id), keyWarning(id)]).toEqual([id, null]);
      }),
      { numRuns: 5_000 },
    );
  });

  test('any text has a warning or none, and a refused placeholder is never a taken key', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), visible(0, 300)), (text) => {
        expect([null, 'email', 'card', 'guessable']).toContain(keyWarning(text));
      }),
      { numRuns: 2_000 },
    );
  });
});
