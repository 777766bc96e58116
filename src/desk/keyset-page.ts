/** A page of a keyset list; the flags say whether there is anything to go to. */
export type KeysetPage<Row> = {
  readonly rows: readonly Row[];
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  /** The database's time of the read. */
  readonly asOf: Date;
};

/** Which way a page was read from its cursor; `start` is without one. */
export type Direction = 'start' | 'after' | 'before';

/**
 * Makes a page from up to `limit + 1` rows in display order. The row beyond the limit says that there is more in the
 * direction of reading; in the other one there is the page that the cursor came from.
 */
export function keysetPage<Row>(
  rows: readonly Row[],
  limit: number,
  direction: Direction,
): Pick<KeysetPage<Row>, 'rows' | 'hasNext' | 'hasPrevious'> {
  const hasMore = rows.length > limit;
  switch (direction) {
    case 'before':
      return { rows: hasMore ? rows.slice(1) : rows, hasNext: true, hasPrevious: hasMore };
    case 'after':
      return { rows: rows.slice(0, limit), hasNext: hasMore, hasPrevious: true };
    case 'start':
      return { rows: rows.slice(0, limit), hasNext: hasMore, hasPrevious: false };
  }
}
