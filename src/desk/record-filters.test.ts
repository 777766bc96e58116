import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conflictFilters } from './conflict-filters.ts';
import { recordFilters } from './record-filters.ts';

test('search parameters and input that say the same are read the same, and reading twice changes nothing', () => {
  const fromUrl = recordFilters.parse({
    state: 'COMPLETED',
    key: ' abc ',
    createdFrom: '2026-11-01T10:30',
    createdTo: '2026-11-02',
    after: '12-3',
    limit: '10',
  });
  expect(fromUrl).toEqual({
    state: 'COMPLETED',
    key: 'abc',
    createdFrom: '2026-11-01T10:30:00Z',
    createdTo: '2026-11-02T00:00:00Z',
    after: '12-3',
    limit: 10,
  });
  expect(recordFilters.parse(fromUrl)).toEqual(fromUrl);
});

test.each([
  { state: 'FINE' },
  { state: ['COMPLETED', 'UNKNOWN'] },
  { key: '' },
  { key: 'k'.repeat(256) },
  { key: 'a\0b' },
  { id: '-1' },
  { id: '0' },
  { id: '9223372036854775808' },
  { id: "1'; DROP TABLE idempotency_record; --" },
  { after: '1e3' },
  { after: '12' },
  { order: 'up' },
  { sort: 'answer' },
  { known: '1' },
  { createdFrom: 'yesterday' },
  { createdFrom: '2026-13-45' },
  { limit: '0' },
  { limit: '101' },
  { limit: 'many' },
  { unheardOf: 'x' },
])('%j falls back to no filter', (parameters) => {
  expect(recordFilters.parse(parameters)).toEqual({ limit: 50 });
});

test.each([{ after: 'x' }, { after: '1-0' }, { after: '1-9223372036854775808' }, { after: '-1-1' }, { record: 'x' }])(
  '%j falls back to the first page of all conflicts',
  (parameters) => {
    expect(conflictFilters.parse(parameters)).toEqual({ limit: 50 });
  },
);

test('no search parameters whatsoever make the filters throw', () => {
  const names = fc.constantFrom(
    ...Object.keys(recordFilters.parse(undefined)),
    'state',
    'key',
    'id',
    'after',
    'createdTo',
  );
  const values = fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.string()), fc.constantFrom('1', '2026-01-01'));
  fc.assert(
    fc.property(fc.dictionary(names, values), (parameters) => {
      expect(recordFilters.safeParse(parameters).success).toBe(true);
      expect(conflictFilters.safeParse(parameters).success).toBe(true);
    }),
  );
});
