/** One step from a value to a part of it: a member's name, an element's position, or a note such as `(key 0)`. */
export type Segment = string | number;

/** Characters of a member's name that a path shows. */
const SHOWN_NAME = 40;

const shown = (segment: Segment, index: number): string => {
  if (typeof segment === 'number') return `[${segment}]`;
  if (/^\(.*\)$/.test(segment)) return segment;
  if (/^[A-Za-z_$][\w$]*$/.test(segment) && segment.length <= SHOWN_NAME) return index === 0 ? segment : `.${segment}`;
  return `[${JSON.stringify(segment.slice(0, SHOWN_NAME))}]`;
};

/** A path for a message, such as `note.files[0]`; empty for the value itself. */
export const pathText = (segments: readonly Segment[]): string => segments.map(shown).join('');

/** The same of an input, which as a whole is `(input)`. */
export const pathOf = (segments: readonly Segment[]): string =>
  segments.length === 0 ? '(input)' : pathText(segments);

/** Thrown for a value without a canonical form. `path` leads to it, for example `note.files[0]`, or is `(input)` itself. */
export class NotCanonicalError extends TypeError {
  readonly path: string;
  constructor(segments: readonly Segment[], found: string) {
    const path = pathOf(segments);
    super(
      `${path} is ${found}, which has no canonical form. Expected are plain values (null, boolean, number, bigint, string, ` +
        'Date, Decimal, URL, bytes, array, plain object, Map, Set): parse the input into these, or leave it out of the intent.',
    );
    this.name = 'NotCanonicalError';
    this.path = path;
  }
}
