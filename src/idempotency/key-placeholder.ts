/** What languages write for a value that is not there, or that is no text, in lower case. */
const NOTHING = new Set([
  'undefined',
  'null',
  '(null)',
  '<null>',
  'none',
  'nil',
  '<nil>',
  'nan',
  'true',
  'false',
  '[object]',
]);

const NO_UUID = /^0{8}-?0{4}-?0{4}-?0{4}-?0{12}$|^f{8}-?f{4}-?f{4}-?f{4}-?f{12}$/i;

/** `[object Promise]`, and what is left of it where spaces were taken out. */
const OBJECT_TEXT = /\[object[^\]]*\]/gi;

/**
 * The clause that says why this key is certainly no name of an intent but the text of a missing value, which all requests
 * would share: `undefined`, `null`, `[object Object]`, the nil UUID, or nothing but those (`null:undefined`). Null for any other.
 */
export const placeholderClause = (key: string): string | null => {
  if (NO_UUID.test(key)) return 'is the UUID that stands for none';
  const parts = key
    .replace(OBJECT_TEXT, '[object]')
    .toLowerCase()
    .split(/[-_:;.,/|]/);
  return parts.every((part) => NOTHING.has(part)) ? 'is what a missing value looks like as text' : null;
};
