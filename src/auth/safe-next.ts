/** A host that no link can name, to see whether a path stays on whatever host it is resolved against. */
const NOWHERE = 'http://nowhere.invalid';

/** The path to go to after signing in, or null unless it is a path of this very site (OWASP, unvalidated redirects). */
export function safeNext(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/') || value.startsWith('//')) return null;
  // Browsers read a backslash as a slash and drop control characters.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (/[\\\u0000-\u001f\u007f]/.test(value)) return null;
  if (!URL.canParse(value, NOWHERE)) return null;
  const url = new URL(value, NOWHERE);
  return url.origin === NOWHERE ? url.pathname + url.search + url.hash : null;
}
