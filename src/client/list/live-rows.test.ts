import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeLive } from './live-rows.ts';

type Row = { readonly id: string; readonly state: string; readonly leaseLeftMs: number; readonly at: Date };

const row = (id: string, state = 'open', leaseLeftMs = 1): Row => ({ id, state, leaseLeftMs, at: new Date(0) });
const shown = [row('3'), row('2'), row('1')];

test('a changed row says the new thing in its old place, and new ones wait', () => {
  const later = { rows: [row('5'), row('4'), row('2', 'done')], known: [{ ...row('3'), fits: true }] };
  const { rows, newIds } = mergeLive(shown, later);
  expect(rows.map(({ row: { id, state }, change }) => `${id} ${state} ${change}`)).toEqual([
    '3 open same',
    '2 done changed',
    '1 open gone',
  ]);
  expect(newIds).toEqual(['5', '4']);
});

test('a row that no longer belongs to the list stays where it is and says so', () => {
  const { rows } = mergeLive(shown, { rows: [row('3'), row('1')], known: [{ ...row('2', 'done'), fits: false }] });
  expect(rows.map(({ row: { id, state }, change }) => `${id} ${state} ${change}`)).toEqual([
    '3 open same',
    '2 done left',
    '1 open same',
  ]);
});

test('what runs down by itself is no change, and neither is another object for the same moment', () => {
  const later = { rows: shown.map((known) => ({ ...known, leaseLeftMs: 0, at: new Date(0) })), known: [] };
  expect(mergeLive(shown, later, ['leaseLeftMs']).rows.map(({ change }) => change)).toEqual(['same', 'same', 'same']);
  expect(mergeLive(shown, later).rows.map(({ change }) => change)).toEqual(['changed', 'changed', 'changed']);
});

test('whatever a later read gives, no row moves, and what waits is exactly what is not shown', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 30 }).map(String), { maxLength: 20 });
  fc.assert(
    fc.property(ids, ids, ids, (before, page, known) => {
      const merged = mergeLive(
        before.map((id) => row(id)),
        {
          rows: page.map((id) => row(id, 'now')),
          known: known.filter((id) => !page.includes(id)).map((id) => ({ ...row(id), fits: true })),
        },
      );
      expect(merged.rows.map((live) => live.row.id)).toEqual(before);
      expect(merged.newIds).toEqual(page.filter((id) => !before.includes(id)));
    }),
  );
});
