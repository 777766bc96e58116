import type { ListColumn } from '../../../ui/desk/list/list-column.ts';

type AnyColumn = Pick<ListColumn<never>, 'id' | 'isFixed' | 'isExtra'>;

/** Ids of the columns that are not shown. `chosen` is what the URL names; null, or names of none, is the usual ones. */
export function hiddenColumns(columns: readonly AnyColumn[], chosen: readonly string[] | null): ReadonlySet<string> {
  const known = chosen?.filter((id) => columns.some((column) => column.id === id)) ?? [];
  const isShown = (column: AnyColumn) =>
    column.isFixed || (known.length > 0 ? known.includes(column.id) : !column.isExtra);
  return new Set(columns.filter((column) => !isShown(column)).map(({ id }) => id));
}

/** The same with one column shown that was hidden, or hidden that was shown. */
export function toggled(hidden: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(hidden);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** How the URL names the columns that are shown; null where they are the usual ones. */
export function columnsParameter(columns: readonly AnyColumn[], hidden: ReadonlySet<string>): string | null {
  const shown = columns.filter(({ id }) => !hidden.has(id)).map(({ id }) => id);
  const usual = columns.filter(({ isExtra }) => !isExtra).map(({ id }) => id);
  return shown.join() === usual.join() ? null : shown.join();
}
