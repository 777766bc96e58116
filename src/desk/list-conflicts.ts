import { type KeyWarning, keyWarning } from '../idempotency/key-warning.ts';
import type { Snapshot } from '../postgres/read-only.ts';
import { type ConflictListRow, selectConflicts } from '../postgres/statements/list-conflicts.ts';
import { type ConflictFilters, positionText } from './conflict-filters.ts';
import { type KeysetPage, keysetPage } from './keyset-page.ts';

/** A row of the conflicts page; `position` is what a cursor into the list is made of. */
export type ConflictListItem = Omit<ConflictListRow, 'micros'> & {
  readonly position: string;
  readonly keyWarning: KeyWarning | null;
};

export type ConflictPage = KeysetPage<ConflictListItem>;

/** One page of conflicts, the latest seen first. One that is seen again moves to the top, as a list of the latest should. */
export async function listConflicts({ client, asOf }: Snapshot, filters: ConflictFilters): Promise<ConflictPage> {
  const { record, after, before, limit } = filters;
  const cursor = after ? { after } : before ? { before } : null;
  const found = await selectConflicts(client, record, cursor, limit + 1);
  const page = keysetPage(found, limit, after ? 'after' : before ? 'before' : 'start');
  const rows = page.rows.map(({ micros, ...row }) => ({
    ...row,
    position: positionText({ micros, id: row.id }),
    keyWarning: keyWarning(row.key),
  }));
  return { ...page, rows, asOf };
}
