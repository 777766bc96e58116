import { expect, test } from 'vitest';
import { recordFilters } from '../../../desk/record-filters.ts';
import { recordsPath, withoutCursor } from './records-path.ts';

const filters = recordFilters.parse({
  state: 'COMPLETED',
  key: 'a&b=c#d',
  createdFrom: '2026-11-01T10:30',
  after: '12-3',
  limit: '10',
});

test('a link to the records page is read back as the filters that made it', () => {
  const { searchParams } = new URL(recordsPath(filters), 'http://desk.test');
  expect(recordFilters.parse(Object.fromEntries(searchParams))).toEqual(filters);
});

test('what is not set or is the default is not in the link', () => {
  expect(recordsPath(recordFilters.parse({}))).toBe('/desk/records');
  expect(recordsPath(recordFilters.parse({ state: 'nonsense', key: '' }))).toBe('/desk/records');
});

test('another filter starts from the newest record, with the same length of page', () => {
  expect(recordsPath({ ...withoutCursor(filters), key: 'k', state: undefined })).toBe(
    '/desk/records?key=k&createdFrom=2026-11-01T10%3A30%3A00Z&limit=10',
  );
});
