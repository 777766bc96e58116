import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskText } from './mask-text.ts';

const UUID_SHAPE = [8, 4, 4, 4, 12] as const;

const digitsOf = (min: number, max: number, alphabet = '0123456789') =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: min, maxLength: max });

/** Any hexadecimal, and twice as often than not nothing but digits: what a random UUID is once in 177 times. */
const uuid = fc
  .constantFrom('0123456789', '0123456789abcdef', '0123456789ABCDEF', '23456')
  .chain((alphabet) =>
    fc.tuple(...UUID_SHAPE.map((length) => digitsOf(length, length, alphabet))).map((groups) => groups.join('-')),
  );

const word = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'0123456789'),
    fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  ),
  minLength: 14,
  maxLength: 32,
});

const hash = fc.string().map((text) => `0x${createHash('sha256').update(text).digest('hex')}`);

const identifier = fc.oneof(
  fc.uuid({ version: [4, 7] }),
  uuid,
  fc.tuple(fc.constantFrom('ord', 'pay', 'esc'), uuid).map(([kind, id]) => `${kind}_${id}`),
  fc
    .tuple(
      fc.constantFrom('ch', 'py', 'pi', 're', 'cs', 'seti', 'cus', 'pm', 'evt', 'req'),
      fc.oneof(word, digitsOf(14, 24)),
    )
    .map(([kind, id]) => `${kind}_${id}`),
  hash,
);

/** A number with its check digit (ISO/IEC 7812-1, annex B), worked out otherwise than the code under test does. */
const cardNumber = fc.tuple(fc.constantFrom(...'23456'), digitsOf(11, 17)).map(([first, rest]) => {
  const body = first + rest;
  const total = [...body].reverse().reduce((sum, digit, i) => {
    const times = String(Number(digit) * (i % 2 === 0 ? 2 : 1));
    return sum + [...times].reduce((digits, one) => digits + Number(one), 0);
  }, 0);
  return `${body}${(10 - (total % 10)) % 10}`;
});

/** As people write it: in one piece, by fours, as on a charge card (4-6-5), or with a blank anywhere. */
const written = fc
  .tuple(cardNumber, fc.constantFrom('', ' ', '-'), fc.constantFrom('fours', 'charge', 'singly'))
  .map(([number, separator, layout]) => {
    const shape = { fours: /\d{1,4}/g, charge: /^\d{4}|\d{6}(?=\d{4})|\d+/g, singly: /\d/g }[layout] ?? /\d+/g;
    return { number, text: (number.match(shape) ?? []).join(separator) };
  });

/** What may stand beside it: words, dates, times, other numbers, punctuation. */
const beside = fc.constantFrom(
  '',
  'paid with',
  'card:',
  'on 2026-11-29 at',
  '12/29',
  '123',
  '(',
  ')',
  '"',
  '.',
  ',',
  'n.',
  '€ 12.50',
  '_',
);

describe('identifiers are never masked', () => {
  test('any UUID, id of ours or of a provider, or hash comes back as it was, whatever digits it has', () => {
    fc.assert(
      fc.property(identifier, (id) => {
        expect(maskText(id)).toBe(id);
      }),
      { numRuns: 5000 },
    );
  });

  test('whatever stands beside it', () => {
    fc.assert(
      fc.property(identifier, beside, beside, fc.constantFrom(' ', '/', ':'), (id, before, after, gap) => {
        expect(maskText(`${before}${gap}${id}${gap}${after}`)).toContain(id);
      }),
      { numRuns: 5000 },
    );
  });

  test('nor are numbers without a check digit, times in milliseconds, decimals and long integers', () => {
    for (const text of ['4242 4242 4242 4241', '1795965172719', '2.718281828459045', '4242424242424242424242424242']) {
      expect(maskText(text)).toBe(text);
    }
  });
});

describe('card numbers always are', () => {
  test('of 13 to 19 digits, in one piece or parted by blanks or hyphens; the last four stay', () => {
    fc.assert(
      fc.property(written, ({ number, text }) => {
        expect(maskText(text)).toBe(`•••• ${number.slice(-4)}`);
      }),
      { numRuns: 5000 },
    );
  });

  test('beside other words and other numbers', () => {
    fc.assert(
      fc.property(written, beside, beside, fc.constantFrom(' ', ': ', '/'), ({ number, text }, before, after, gap) => {
        const masked = maskText(`${before}${gap}${text}${gap}${after}`);
        expect(masked).toContain('••••');
        // Of its digits at most four in a row are left.
        expect(masked.replace(/[ -]/g, '')).not.toContain(number.slice(0, -4));
        expect(masked).not.toContain(text);
      }),
      { numRuns: 5000 },
    );
  });

  test('beside an identifier', () => {
    fc.assert(
      fc.property(written, identifier, fc.constantFrom(' ', ', ', '/', '-'), ({ number, text }, id, gap) => {
        expect(maskText(`${text}${gap}${id}`)).toBe(`•••• ${number.slice(-4)}${gap}${id}`);
        expect(maskText(`${id}${gap}${text}`)).toBe(`${id}${gap}•••• ${number.slice(-4)}`);
      }),
      { numRuns: 5000 },
    );
  });
});
