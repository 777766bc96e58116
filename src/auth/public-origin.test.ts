import { expect, test } from 'vitest';
import { publicOrigin } from './public-origin.ts';

test.each([
  [{ host: 'localhost:3000' }, 'http://localhost:3000'],
  [{ host: '[::1]:3999' }, 'http://[::1]:3999'],
  [{ host: '10.0.0.4:80' }, 'http://10.0.0.4'],
  [{ host: 'app:3000', 'x-forwarded-host': 'shop.example', 'x-forwarded-proto': 'https' }, 'https://shop.example'],
  [
    { host: 'app', 'x-forwarded-host': 'a.example, b.internal', 'x-forwarded-proto': 'https, http' },
    'https://a.example',
  ],
])('%j was reached at %s', (headers, origin) => {
  expect(publicOrigin(new Headers(headers as Record<string, string>))).toBe(origin);
});

test.each([{}, { host: 'evil.example/path' }, { host: 'user@evil.example' }, { host: 'a b' }, { host: 'x:999999' }])(
  '%j names no host',
  (headers) => {
    expect(publicOrigin(new Headers(headers as Record<string, string>))).toBeNull();
  },
);
