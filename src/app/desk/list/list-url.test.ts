import { expect, test } from 'vitest';
import { recordFilters } from '../../../desk/record-filters.ts';
import { FIRST_PAGE, filterValues, pathOf, viewQuery } from './list-url.ts';

const read = (path: string) => recordFilters.parse(Object.fromEntries(new URL(path, 'http://desk.test').searchParams));

test('a link to a list is read back as the filters that made it', () => {
  const path = pathOf('/desk/records', { state: 'COMPLETED', key: 'a&b=c#d', after: '12-3', limit: '10' });
  expect(read(path)).toEqual({ state: 'COMPLETED', key: 'a&b=c#d', after: '12-3', limit: 10 });
});

test('what is not set is not in the link', () => {
  expect(pathOf('/desk/records', { state: null, key: '' })).toBe('/desk/records');
});

test('another filter starts from the first page', () => {
  const values = { after: '12-3', ...filterValues({ key: ' k ', state: '' }) };
  expect(pathOf('/desk/records', values)).toBe('/desk/records?key=k');
  expect(FIRST_PAGE).toEqual({ after: null, before: null });
});

test.each(['?state=FINE', '?after=x', '?limit=0', '?sort=answer', '?order=up', '?known=1'])(
  '%s falls back',
  (search) => {
    expect(read(`/desk/records${search}`)).toEqual({ limit: 50 });
  },
);

test('a saved view keeps filters, order and columns, and no place', () => {
  expect(viewQuery('?state=UNKNOWN&after=1-2&cols=key,state&order=asc')).toBe(
    'cols=key%2Cstate&order=asc&state=UNKNOWN',
  );
});
