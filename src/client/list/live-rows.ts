/** A row of the screen and what became of it since: `left` no longer belongs to the list, `gone` is nowhere any more. */
export type LiveRow<Row> = { readonly row: Row; readonly change: 'same' | 'changed' | 'left' | 'gone' };

/** What a later read of the same place gave: its rows, and those rows of the screen that are not on it any more. */
export type LaterRead<Row> = {
  readonly rows: readonly Row[];
  readonly known: readonly (Row & { readonly fits: boolean })[];
};

/** What is on the screen after it: the same rows in the same places, and ids of rows that wait to be shown. */
export type LiveRows<Row> = { readonly rows: readonly LiveRow<Row>[]; readonly newIds: readonly string[] };

/**
 * Brings the rows of a screen up to date without moving any: each keeps its place, what it says is that of the later read, and
 * new ones wait. `ignored` members change by themselves (a lease that runs down) and mark nothing as changed.
 */
export function mergeLive<Row extends { readonly id: string }>(
  shown: readonly Row[],
  later: LaterRead<Row> | undefined,
  ignored: readonly string[] = [],
): LiveRows<Row> {
  if (!later) return { rows: shown.map((row) => ({ row, change: 'same' })), newIds: [] };
  const onPage = new Map(later.rows.map((row) => [row.id, row]));
  const elsewhere = new Map(later.known.map((row) => [row.id, row]));
  const rows = shown.map((row): LiveRow<Row> => {
    const now = onPage.get(row.id);
    if (now) return { row: now, change: saysTheSame(row, now, ignored) ? 'same' : 'changed' };
    const known = elsewhere.get(row.id);
    if (!known) return { row, change: 'gone' };
    if (!known.fits) return { row: known, change: 'left' };
    return { row: known, change: saysTheSame(row, known, ignored) ? 'same' : 'changed' };
  });
  const here = new Set(shown.map(({ id }) => id));
  return { rows, newIds: later.rows.map(({ id }) => id).filter((id) => !here.has(id)) };
}

/** Compares what both have: where a row stands in a page, and whether it fits, is no part of what it says. */
function saysTheSame(before: object, now: object, ignored: readonly string[]): boolean {
  const left = before as Readonly<Record<string, unknown>>;
  const right = now as Readonly<Record<string, unknown>>;
  return Object.keys(left).every(
    (name) =>
      name === 'position' || ignored.includes(name) || !(name in right) || textOf(left[name]) === textOf(right[name]),
  );
}

const textOf = (value: unknown): string => JSON.stringify(value ?? null);
