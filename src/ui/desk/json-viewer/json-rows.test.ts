import { expect, test } from 'vitest';
import { foldedAtFirst, jsonRows, matchingRows, unfoldedFor, visibleRows } from './json-rows.ts';

const rowsOf = (text: string) => {
  const rows = jsonRows(text);
  if (!rows) throw new Error('No JSON.');
  return rows;
};

/** Writes the rows back, one a line. */
const written = (text: string): string =>
  rowsOf(text)
    .map(
      ({ depth, name, text: token, hasComma }) =>
        `${' '.repeat(depth)}${name ? `${name}:` : ''}${token}${hasComma ? ',' : ''}`,
    )
    .join('\n');

test('each member is a line, brackets are lines of their own, and empty ones are one', () => {
  expect(written('{"a":[1,{"b":null}],"c":{},"d":[]}')).toBe(
    ['{', ' "a":[', '  1,', '  {', '   "b":null', '  }', ' ],', ' "c":{},', ' "d":[]', '}'].join('\n'),
  );
});

test('numbers are shown as they were written, and one that JavaScript would change is told apart', () => {
  const numbers = ['9007199254740993', '1.10', '1e400', '0.1', '-0', '12'];
  const rows = rowsOf(`[${numbers.join(',')}]`).filter(({ kind }) => kind === 'number');
  expect(rows.map(({ text }) => text)).toEqual(numbers);
  expect(rows.filter(({ isBeyondNumber }) => isBeyondNumber).map(({ text }) => text)).toContain('9007199254740993');
  expect(rows.find(({ text }) => text === '12')?.isBeyondNumber).toBe(false);
});

test('escapes, repeated members and markup stay as they were', () => {
  const text = '{"\\u003cb>":"<img src=x>","\\u003cb>":"a\\"b\\\\","__proto__":1}';
  expect(rowsOf(text).map(({ name }) => name)).toEqual([null, '"\\u003cb>"', '"\\u003cb>"', '"__proto__"', null]);
});

test.each(['', '{', '{"a":1', ']', '{"a":1}}', '{1:2}', '"open', '[1,2}'])('%j is no JSON', (text) => {
  expect(jsonRows(text)).toBeNull();
});

test('ten thousand levels, a hundred thousand members and a string of a megabyte are rows', () => {
  expect(rowsOf(`${'['.repeat(10_000)}1${']'.repeat(10_000)}`)).toHaveLength(20_001);
  const members = Array.from({ length: 100_000 }, (_, index) => `"key${index}":${index}`);
  const many = rowsOf(`{${members.join(',')}}`);
  expect(many).toHaveLength(100_002);
  expect(visibleRows(many, new Set([0]))).toEqual([0]);
  expect(matchingRows(many, 'KEY99999')).toEqual([100_000]);
  expect(rowsOf(JSON.stringify('x'.repeat(1 << 20)))[0]?.text).toHaveLength((1 << 20) + 2);
});

test('a folded container hides its rows up to its end, and a match inside unfolds what hides it', () => {
  const rows = rowsOf('{"a":{"b":{"c":1}},"d":2}');
  const folded = new Set([1, 2]);
  expect(visibleRows(rows, folded)).toEqual([0, 1, 6, 7]);
  expect(unfoldedFor(rows, folded, 3)).toEqual(new Set());
  expect(unfoldedFor(rows, folded, 6)).toEqual(folded);
});

test('a deep text opens as an outline', () => {
  const rows = rowsOf('['.repeat(100) + ']'.repeat(100));
  expect(visibleRows(rows, foldedAtFirst(rows)).length).toBeLessThan(40);
});
