import { z } from 'zod';
import type { ListCursor, ListPosition } from '../postgres/statements/list-page.ts';
import { bigintText } from './bigint-text.ts';

/** A filter that is not set and one that makes no sense are the same: it does not filter. */
export const filter = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

/** Text of a filter. PostgreSQL's text holds no NUL, so that nothing can be found by one. */
export const filterText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => !value.includes('\0'));

/** Rows of a page: fifty fill a screen twice; a hundred still render at once. */
export const limitOf = z.coerce.number<number | string>().int().min(1).max(100).prefault(50).catch(50);

/** `<value>-<id>`: where a page begins. The value is that of the sorted column, microseconds since 1970 for a moment. */
const position = z
  .string()
  .regex(/^\d{1,19}-[1-9]\d{0,18}$/, { abort: true })
  .refine((text) => {
    const { value, id } = positionOf(text);
    return bigintText.safeParse(id).success && BigInt(value) < 2n ** 63n;
  });

/** Where in a list: part of the schema of each one. Bad values fall back to the first page. */
export const listPlace = {
  order: filter(z.enum(['asc', 'desc'])),
  after: filter(position),
  before: filter(position),
  limit: limitOf,
  /** Rows that are on the screen: they are read again, too, when they are not on the page any more. */
  known: filter(z.array(bigintText).max(100)),
};

export type ListPlace = {
  readonly order?: 'asc' | 'desc' | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
  readonly known?: readonly string[] | undefined;
};

/** The cursor that a place names; `after` wins over `before`. */
export function cursorOf({ after, before }: Pick<ListPlace, 'after' | 'before'>): ListCursor {
  if (after !== undefined) return { after: positionOf(after) };
  return before === undefined ? null : { before: positionOf(before) };
}

function positionOf(text: string): ListPosition {
  const [value = '', id = ''] = text.split('-');
  return { value, id };
}
