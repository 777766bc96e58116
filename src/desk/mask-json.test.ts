import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskJson } from './mask-json.ts';

const shown = (value: unknown) => maskJson(JSON.stringify(value)).text;

describe('members are masked by name', () => {
  test.each([
    'secret',
    'clientSecret',
    'client_secret',
    'PASSWORD',
    'accessToken',
    'Authorization',
    'api-key',
    'card',
    'cvv',
    'set-cookie',
    'note',
  ])('%s', (name) => {
    expect(shown({ [name]: 'visible' })).not.toContain('visible');
    expect(shown({ a: [{ [name]: { deep: ['visible', { deeper: 'visible' }] } }] })).not.toContain('visible');
    expect(shown({ [name]: 123456 })).not.toContain('123456');
  });

  test.each(['cardinal', 'notebook', 'message', 'orderId', 'transactionHash', 'spinner'])('%s is not', (name) => {
    expect(shown({ [name]: 'visible' })).toContain('visible');
  });

  test('the name after a secret one is shown again', () => {
    expect(shown({ secret: { a: 1 }, open: 'visible', list: [{ token: 'x' }, 'seen'] })).toMatch(/visible[\s\S]*seen/);
  });

  test('a name that is written with escapes is still that name', () => {
    expect(maskJson(String.raw`{"s\u0065cret":"visible"}`).text).not.toContain('visible');
  });
});

describe('values are masked by what they look like', () => {
  test.each([
    ['a card', '4242 4242 4242 4242', '•••• 4242'],
    ['a card in a sentence', 'paid with 5555555555554444.', 'paid with •••• 4444.'],
    ['an e-mail address', 'buyer@acme.example', 'b••••@acme.example'],
    ['a Stripe key', 'sk_live_abcdefgh12345678', 'sk_live_••••'],
    ['a client secret', 'pi_3Abc_secret_XyzXyz', 'pi_3Abc_secret_••••'],
    ['our API key', 'lk_abcdefgh12345678', 'lk_••••'],
    ['a bearer header', 'Bearer abc.def.ghi', 'Bearer ••••'],
    ['a web token', 'eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl', '••••'],
    ['a connection string', 'postgres://app:hunter2@db/app', 'postgres://••••@db/app'],
  ])('%s', (_, value, masked) => {
    expect(JSON.parse(shown({ value }))).toEqual({ value: masked });
  });

  test('a card number that was sent as a number', () => {
    expect(maskJson('{"value":4242424242424242}').text).not.toContain('424242424242');
  });

  test.each([
    'ord_2b0e7a52-8a51-4f6e-9d5b-1f5f6f0e9a10',
    '2026-11-29T10:00:00.000Z',
    `0x${'ab12'.repeat(16)}`,
    'tea@home',
    '1795965172719',
  ])('%s stays', (value) => expect(JSON.parse(shown({ value }))).toEqual({ value }));
});

describe('everything else is exactly as it was', () => {
  test('numbers keep every digit', () => {
    expect(maskJson('{"a":123456789012345678901234567890,"b":1e21,"c":-0.10}').text).toBe(
      '{\n  "a": 123456789012345678901234567890,\n  "b": 1e21,\n  "c": -0.10\n}',
    );
  });

  test('repeated members, __proto__ and empty containers keep their places', () => {
    const text = '{"a":1,"a":2,"__proto__":{"x":[]},"e":{}}';
    expect(maskJson(text).text.replace(/\s/g, '')).toBe(text);
  });

  test('markup stays text', () => {
    const value = `<img src=x onerror="alert(1)">`;
    expect(JSON.parse(shown({ value }))).toEqual({ value });
  });

  test('any JSON without secrets reads back equal, and counts nothing as masked', () => {
    const harmless = fc.jsonValue({ maxDepth: 6 }).filter((value) => !/[@\d]/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(harmless, (value) => {
        const json = JSON.stringify({ items: [value] });
        const names = json.match(/"[^"]*":/g) ?? [];
        fc.pre(!names.some((name) => /note|card|pin|pan|secret|token|ssn|otp/i.test(name)));
        const { text, maskedCount } = maskJson(json);
        expect(JSON.parse(text)).toEqual(JSON.parse(json));
        expect(maskedCount).toBe(0);
      }),
    );
  });
});

describe('hostile texts', () => {
  test.each([
    ['100,000 levels', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['one string of a quarter of a megabyte', JSON.stringify('a'.repeat(262_144))],
    ['nothing but at signs', JSON.stringify('a@'.repeat(131_072))],
    ['nothing but token beginnings', JSON.stringify('eyJ-'.repeat(65_536))],
    ['nothing but digits', JSON.stringify('4 '.repeat(131_072))],
    ['nothing but card numbers', JSON.stringify('4242424242424242 '.repeat(131_072))],
    ['one long number that ends in a letter', JSON.stringify(`${'4'.repeat(262_144)}x`)],
    ['nothing but beginnings of a UUID', JSON.stringify('42424242-4242-'.repeat(18_000))],
    ['nothing but UUIDs', JSON.stringify('42424242-4242-4242-4242-424242424242 '.repeat(7_000))],
    ['nothing but key headers', JSON.stringify('-----BEGIN A-----'.repeat(15_000))],
    ['30,000 members', JSON.stringify(Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`m${i}`, i])))],
    ['an open string', '"abc'],
    ['no JSON at all', '}}]],,::'],
    // Linear work takes milliseconds; a text that made it quadratic or worse would run into the time-out of the test.
  ])('%s end', { timeout: 30_000 }, (_, json) => {
    expect(maskJson(json).text.length).toBeGreaterThan(0);
  });

  test('a text that is no JSON is masked as text', () => {
    expect(maskJson('"mail buyer@acme.example').text).toBe('"mail b••••@acme.example');
  });
});
