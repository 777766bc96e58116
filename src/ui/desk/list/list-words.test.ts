import { expect, test } from 'vitest';
import { countText, pageText } from './list-words.ts';

const records = { one: 'record', many: 'records' };

test('a count says whether it is exact, capped or estimated', () => {
  expect(countText({ kind: 'exact', count: 1 }, records)).toBe('One record in all');
  expect(countText({ kind: 'exact', count: 1234 }, records)).toBe('1,234 records in all');
  expect(countText({ kind: 'capped', count: 10_000 }, records)).toBe('More than 10,000 records');
  expect(countText({ kind: 'estimated', count: 2_012_345 }, records)).toBe('About 2M records (estimated)');
});

test('a page that is not all says so', () => {
  expect(pageText(50, true, records)).toBe('50 records on this page');
  expect(pageText(1, false, records)).toBe('One record in all');
});
