'use client';

import { usePathname } from 'next/navigation';
import { parseAsString, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import type { z } from 'zod';
import { pathOf, type UrlValues } from './list-url.ts';

export type ListUrl<Place> = {
  /** What the URL says, read by the list's own schema: bad values have fallen back. */
  readonly place: Place;
  /** Ids of the columns that the URL names; null where it names none. */
  readonly columns: readonly string[] | null;
  /** The page with these values instead of the present ones. */
  readonly hrefOf: (change: UrlValues) => string;
  readonly go: (change: UrlValues) => void;
};

/** The list's state in the URL. `names` are the search parameters of this list, filters and place alike. */
export function useListUrl<Schema extends z.ZodType>(
  schema: Schema,
  names: readonly string[],
): ListUrl<z.output<Schema>> {
  const pathname = usePathname();
  const parsers = useMemo(() => Object.fromEntries([...names, 'cols'].map((name) => [name, parseAsString])), [names]);
  const [values, setValues] = useQueryStates(parsers, { history: 'push' });
  const text = JSON.stringify(values);
  const place = useMemo(() => {
    const given = Object.entries(JSON.parse(text) as Record<string, string | null>).filter(
      ([, value]) => value !== null,
    );
    return schema.parse(Object.fromEntries(given)) as z.output<Schema>;
  }, [schema, text]);
  const columns = useMemo(() => values.cols?.split(',').filter(Boolean) ?? null, [values.cols]);
  return {
    place,
    columns,
    hrefOf: (change) => pathOf(pathname, { ...values, ...change }),
    go: (change) => void setValues(change),
  };
}
