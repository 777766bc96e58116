/** Search parameters; null takes one out. */
export type UrlValues = Readonly<Record<string, string | null>>;

/** What leads back to the first page. */
export const FIRST_PAGE: UrlValues = { after: null, before: null };

/** A path with those parameters that are set, in the order in which they are given. */
export function pathOf(pathname: string, values: UrlValues): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) parameters.set(name, value);
  const query = parameters.toString();
  return query === '' ? pathname : `${pathname}?${query}`;
}

/** Fields of a filter form as parameters: empty ones are taken out, and the list begins at its first page. */
export const filterValues = (fields: Readonly<Record<string, string>>): UrlValues => ({
  ...Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value.trim() === '' ? null : value.trim()]),
  ),
  ...FIRST_PAGE,
});

/** The part of a query that a saved view keeps: everything but the place in the list. */
export function viewQuery(search: string): string {
  const parameters = new URLSearchParams(search);
  for (const name of ['after', 'before']) parameters.delete(name);
  parameters.sort();
  return parameters.toString();
}
