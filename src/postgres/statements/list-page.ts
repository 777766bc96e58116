import type { ClientBase } from 'pg';

/** Puts a value into the statement and gives the `$n` that stands for it. */
export type Place = (value: unknown) => string;

/** What a list can be sorted by. `expression` has an index with the id behind it, or is one of few rows. */
export type ListSort = { readonly expression: string; readonly is: 'moment' | 'number' };

/** Where the rows of a list come from. All of it is SQL of ours: values reach a statement by `Place` only. */
export type ListSource<Filter extends string, Sort extends string> = {
  /** The table whose rows are listed, and its alias in everything below. */
  readonly table: string;
  readonly alias: string;
  /** The preset's own filter, true of each row of it. `null` where all rows belong to the list. */
  readonly locked: string | null;
  /** What a page reads instead of the table under the locked filter; it gets the other conditions and applies them itself. */
  readonly pageFrom?: (conditions: string) => string;
  readonly filters: { readonly [Name in Filter]: (value: string, place: Place) => string };
  readonly sorts: { readonly [Name in Sort]: ListSort };
  /** What a row shows; never the body of an answer or of an input. */
  readonly columns: string;
  readonly joins: string;
};

/** The sort's value of a row (microseconds since 1970 for a moment) and its id, both as text. */
export type ListPosition = { readonly value: string; readonly id: string };

export type ListCursor = { readonly after: ListPosition } | { readonly before: ListPosition } | null;

export type ListQuestion<Filter extends string, Sort extends string> = {
  readonly filters: { readonly [Name in Filter]?: string | undefined };
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
  readonly cursor: ListCursor;
  readonly limit: number;
};

/** What each row carries beside its columns: where it stands in the list. */
export type Positioned = { readonly id: string; readonly position: string };

/** Asked once a statement: a volatile function in a condition would keep every index from being used. */
export const SHOWN_NOW = '(SELECT public.latchkey_shown_now())';

const MOMENT_OF = (value: string) => `pg_catalog.timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`;
const MICROS_OF = (expression: string) => `(extract(epoch FROM ${expression}) * 1000000)::bigint`;

/**
 * Up to `limit` rows from the cursor on, in display order. Keyset over (sort, id): no row is skipped or shown twice over ties
 * and inserts. The page's ids come first and by an index; what else a row shows is read for these rows only.
 */
export async function selectPage<Row extends object, Filter extends string, Sort extends string>(
  client: ClientBase,
  source: ListSource<Filter, Sort>,
  question: ListQuestion<Filter, Sort>,
): Promise<(Row & Positioned)[]> {
  const { text, values } = pageStatement(source, question);
  return (await client.query<Row & Positioned>(text, [...values])).rows;
}

/** The statement of {@link selectPage}, so that a test can ask how it would be carried out. */
export function pageStatement<Filter extends string, Sort extends string>(
  source: ListSource<Filter, Sort>,
  question: ListQuestion<Filter, Sort>,
): { readonly text: string; readonly values: readonly unknown[] } {
  const { values, place } = placing();
  const { is } = source.sorts[question.sort];
  const direction = question.order.toUpperCase();
  const text = `
WITH page AS MATERIALIZED (${pageOf(source, question, place)})
SELECT ${source.columns}, (${is === 'moment' ? MICROS_OF('page.sort_value') : 'page.sort_value'})::pg_catalog.text || '-' || page.id AS position
FROM page JOIN ${source.table} ${source.alias} ON ${source.alias}.id = page.id ${source.joins}
ORDER BY page.sort_value ${direction}, page.id ${direction}`;
  return { text, values };
}

/** The rows of these ids as they are now, whether or not they still belong to the list; `fits` says which. */
export async function selectKnown<Row extends object, Filter extends string, Sort extends string>(
  client: ClientBase,
  source: ListSource<Filter, Sort>,
  filters: ListQuestion<Filter, Sort>['filters'],
  ids: readonly string[],
): Promise<(Row & { readonly id: string; readonly fits: boolean })[]> {
  const { values, place } = placing();
  const fits = [...(source.locked ? [source.locked] : []), ...filterClauses(source, filters, place)];
  const text = `
SELECT ${source.columns}, coalesce(${fits.length > 0 ? fits.join(' AND ') : 'true'}, false) AS fits
FROM ${source.table} ${source.alias} ${source.joins} WHERE ${source.alias}.id = ANY(${place(ids)}::bigint[])`;
  return (await client.query<Row & { id: string; fits: boolean }>(text, values)).rows;
}

/** A statement that counts rows of the list and gives up beyond `cap`, in the order that an index has. */
export function countStatement<Filter extends string, Sort extends string>(
  source: ListSource<Filter, Sort>,
  question: Pick<ListQuestion<Filter, Sort>, 'filters' | 'sort' | 'order'>,
  cap: number,
): { readonly text: string; readonly values: readonly unknown[] } {
  const { values, place } = placing();
  const page = pageOf(source, { ...question, cursor: null, limit: cap + 1 }, place);
  return { text: `SELECT pg_catalog.count(*)::int AS count FROM (${page}) AS counted`, values };
}

/** The ids of the list's first `limit` rows, as a subquery of one column `id`; its values go through the caller's `place`. */
export const idsOf = <Filter extends string, Sort extends string>(
  source: ListSource<Filter, Sort>,
  question: Omit<ListQuestion<Filter, Sort>, 'cursor'>,
  place: Place,
): string => `SELECT id FROM (${pageOf(source, { ...question, cursor: null }, place)}) AS listed`;

/** The statement without a bound, for the planner's estimate only. */
export function estimateStatement<Filter extends string, Sort extends string>(
  source: ListSource<Filter, Sort>,
  filters: ListQuestion<Filter, Sort>['filters'],
): { readonly text: string; readonly values: readonly unknown[] } {
  const { values, place } = placing();
  const text = `EXPLAIN (FORMAT JSON) SELECT 1 FROM ${fromOf(source, filters, place)}`;
  return { text, values };
}

function placing() {
  const values: unknown[] = [];
  return { values, place: ((value) => `$${values.push(value)}`) as Place };
}

/** Table and conditions of a page, up to and including what may follow `WHERE`. */
function fromOf<Filter extends string, Sort extends string>(
  source: ListSource<Filter, Sort>,
  filters: ListQuestion<Filter, Sort>['filters'],
  place: Place,
): string {
  const clauses = filterClauses(source, filters, place);
  if (source.pageFrom) return `${source.pageFrom(clauses.join(' AND ') || 'true')} WHERE true`;
  const all = source.locked === null ? clauses : [source.locked, ...clauses];
  return `${source.table} ${source.alias} WHERE ${all.join(' AND ') || 'true'}`;
}

function pageOf<Filter extends string, Sort extends string>(
  source: ListSource<Filter, Sort>,
  { filters, sort, order, cursor, limit }: ListQuestion<Filter, Sort>,
  place: Place,
): string {
  const { expression, is } = source.sorts[sort];
  const from = fromOf(source, filters, place);
  const isBackward = cursor !== null && 'before' in cursor;
  const isAscending = (order === 'asc') !== isBackward;
  const position = cursor && ('before' in cursor ? cursor.before : cursor.after);
  const at = position && (is === 'moment' ? MOMENT_OF(place(position.value)) : `${place(position.value)}::bigint`);
  const beyond = position
    ? ` AND (${expression}, ${source.alias}.id) ${isAscending ? '>' : '<'} (${at}, ${place(position.id)}::bigint)`
    : '';
  const direction = isAscending ? 'ASC' : 'DESC';
  return `
  SELECT ${source.alias}.id, ${expression} AS sort_value FROM ${from}${beyond}
  ORDER BY ${expression} ${direction}, ${source.alias}.id ${direction} LIMIT ${place(limit)}
`;
}

function filterClauses<Filter extends string, Sort extends string>(
  source: ListSource<Filter, Sort>,
  filters: ListQuestion<Filter, Sort>['filters'],
  place: Place,
): string[] {
  return (Object.keys(source.filters) as Filter[]).flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [`(${source.filters[name](value, place)})`];
  });
}
