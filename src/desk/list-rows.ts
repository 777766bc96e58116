import type { Snapshot } from '../postgres/read-only.ts';
import { countList, type ListCount } from '../postgres/statements/count-list.ts';
import {
  type ListQuestion,
  type ListSource,
  type Positioned,
  selectKnown,
  selectPage,
} from '../postgres/statements/list-page.ts';
import { type KeysetPage, keysetPage } from './keyset-page.ts';
import { cursorOf, type ListPlace } from './list-place.ts';

/** A page of a list, and the known rows that are not on it, as they are now. `position` is what a cursor is made of. */
export type ListPage<Row> = KeysetPage<Row & Positioned> & {
  /** `fits` says whether the row still belongs to the list. A known id that is nowhere in the answer is gone. */
  readonly known: readonly (Row & { readonly id: string; readonly fits: boolean })[];
};

/** A count and the database's time of it. */
export type ListCounted = ListCount & { readonly asOf: Date };

/** One list: its rows, its filters and the order in which an operator needs it. */
export type List<Row, Filter extends string, Sort extends string> = {
  readonly source: ListSource<Filter, Sort>;
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
  /** Type of a stored row; only the type of it is used. */
  readonly row?: Row;
};

type Input<Filter extends string, Sort extends string> = ListPlace &
  ListQuestion<Filter, Sort>['filters'] & { readonly sort?: Sort | undefined };

/** Reads the page that the input names. */
export async function listRows<Row extends object, Filter extends string, Sort extends string>(
  { client, asOf }: Snapshot,
  list: List<Row, Filter, Sort>,
  input: Input<Filter, Sort>,
): Promise<ListPage<Row>> {
  const { limit, after, before, known = [] } = input;
  const found = await selectPage<Row, Filter, Sort>(client, list.source, {
    ...orderOf(list, input),
    filters: input,
    cursor: cursorOf(input),
    limit: limit + 1,
  });
  const page = keysetPage(found, limit, after !== undefined ? 'after' : before !== undefined ? 'before' : 'start');
  const here = new Set(page.rows.map(({ id }) => id));
  const elsewhere = known.filter((id) => !here.has(id));
  const rest =
    elsewhere.length === 0 ? [] : await selectKnown<Row, Filter, Sort>(client, list.source, input, elsewhere);
  return { ...page, known: rest, asOf };
}

/** Counts the list under the input's filters. */
export async function countRows<Filter extends string, Sort extends string>(
  { client, asOf }: Snapshot,
  list: List<unknown, Filter, Sort>,
  input: Input<Filter, Sort>,
): Promise<ListCounted> {
  return { ...(await countList(client, list.source, { ...orderOf(list, input), filters: input })), asOf };
}

const orderOf = <Filter extends string, Sort extends string>(
  list: Pick<List<unknown, Filter, Sort>, 'sort' | 'order'>,
  { sort = list.sort, order = list.order }: Input<Filter, Sort>,
) => ({ sort, order });
