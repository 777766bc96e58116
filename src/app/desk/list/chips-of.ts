import type { z } from 'zod';
import type { ListChip } from '../../../ui/desk/list/list-chips.tsx';
import type { FilterField } from '../../../ui/desk/list/list-column.ts';
import { FIRST_PAGE, type UrlValues } from './list-url.ts';

type ChipParts = {
  readonly schema: z.ZodType;
  readonly fields: readonly FilterField[];
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly urlOf: (change: UrlValues) => string;
  readonly go: (change: UrlValues) => void;
};

/** The filters that are on, each with the way to be without it. */
export const chipsOf = ({ schema, fields, values, urlOf, go }: ChipParts): ListChip[] =>
  fields.flatMap(({ name: filter, label, kind }) => {
    const value = values[filter];
    if (value === undefined || isDefault(schema, filter, value)) return [];
    const shown = typeof kind === 'object' ? (kind.options.find(([option]) => option === value)?.[1] ?? value) : value;
    const without = { [filter]: null, ...FIRST_PAGE };
    return [{ label, value: shown, href: urlOf(without), onRemove: () => go(without) }];
  });

/** A filter that always has a value (how far ahead) is on only when it is another one than at first. */
const isDefault = (schema: z.ZodType, name: string, value: string): boolean =>
  (schema.parse({}) as Readonly<Record<string, unknown>>)[name] === value;
