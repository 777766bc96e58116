import { expect, test } from 'vitest';
import { refuseOversizedBody } from './oversized-body.ts';

const withBytes = (bytes: number): Request =>
  new Request('http://shop.example/api/trpc/orders.place', {
    method: 'POST',
    headers: { 'content-length': String(bytes) },
  });

test('a body of more than a mebibyte is refused before it is read', () => {
  expect(refuseOversizedBody(withBytes(1_048_576))).toBeNull();
  expect(refuseOversizedBody(withBytes(1_048_577))?.status).toBe(413);
});
