import { expect, test } from 'vitest';
import { createRequestIds } from './request-ids.ts';

const ids = () => {
  let minted = 0;
  return createRequestIds(() => `id-${++minted}`, JSON.stringify);
};

test('all attempts of one intent have one request id', () => {
  const command = ids();
  expect([command.idFor({ id: '1' }), command.idFor({ id: '1' }), command.idFor({ id: '1' })]).toEqual([
    'id-1',
    'id-1',
    'id-1',
  ]);
});

test('another input, or the same after the end of the first, is another intent', () => {
  const command = ids();
  expect([command.idFor({ id: '1' }), command.idFor({ id: '2' })]).toEqual(['id-1', 'id-2']);
  command.settle();
  expect(command.idFor({ id: '2' })).toBe('id-3');
});
