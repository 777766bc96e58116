/** Characters with which a spreadsheet begins a formula, and those that it skips before one. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * One cell of a CSV (RFC 4180): in quotes, quotes doubled. A text that a spreadsheet would run begins with an apostrophe,
 * which it shows as text (OWASP, CSV injection).
 */
export function csvCell(value: string | null): string {
  const text = value ?? '';
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** One line of cells, with its end. */
export const csvLine = (values: readonly (string | null)[]): string => `${values.map(csvCell).join(',')}\r\n`;
