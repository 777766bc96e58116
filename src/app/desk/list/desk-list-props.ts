import type { z } from 'zod';
import type { ListCounted, ListPage } from '../../../desk/list-rows.ts';
import type { BulkAction } from '../../../ui/desk/list/bulk-bar.tsx';
import type { EmptyWords } from '../../../ui/desk/list/empty-list.tsx';
import type { FilterField, ListColumn } from '../../../ui/desk/list/list-column.ts';
import type { Noun } from '../../../ui/desk/list/list-words.ts';
import type { ViewPage } from './saved-views.tsx';

/** The place in a list that every schema of a list has. */
export type AnyPlace = {
  readonly limit: number;
  readonly sort?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
};

/** What is chosen for many rows at once. */
export type Selected<Row, Place> = { readonly rows: readonly Row[]; readonly place: Place; readonly clear: () => void };

/** What a page tells the list: its columns, its filters and where its rows come from. */
export type DeskListProps<Schema extends z.ZodType<AnyPlace>, Row extends { readonly id: string }> = {
  /** The page's name in the URL, and that of its saved views. */
  readonly name: ViewPage;
  readonly title: string;
  readonly noun: Noun;
  readonly schema: Schema;
  readonly fields: readonly FilterField[];
  readonly columns: readonly ListColumn<Row>[];
  /** The list's order when the URL names none. */
  readonly sort: { readonly by: string; readonly order: 'asc' | 'desc' };
  readonly nameOf: (row: Row) => string;
  /** Where Enter leads. */
  readonly hrefOf: (row: Row) => string | null;
  readonly ask: (input: z.output<Schema> & { known?: string[] }) => Promise<ListPage<Row>>;
  readonly count: (input: z.output<Schema>) => Promise<ListCounted>;
  readonly initial: { readonly place: z.output<Schema>; readonly page: ListPage<Row> } | null;
  readonly ignored?: readonly string[];
  readonly empty: EmptyWords;
  /** What can be done with selected rows; absent where rows cannot be selected. */
  readonly bulk?: (selected: Selected<Row, z.output<Schema>>) => readonly BulkAction[];
};
