import { type KeyWarning, keyWarning } from '../idempotency/key-warning.ts';
import type { Snapshot } from '../postgres/read-only.ts';
import { type RecordRow, selectRecords } from '../postgres/statements/list-records.ts';
import { type KeysetPage, keysetPage } from './keyset-page.ts';
import type { RecordFilters } from './record-filters.ts';

/** A row of the records page. */
export type RecordListItem = RecordRow & { readonly keyWarning: KeyWarning | null };

export type RecordPage = KeysetPage<RecordListItem>;

/** One page of records, newest first. Paging goes by id: over inserts it skips and repeats nothing. */
export async function listRecords({ client, asOf }: Snapshot, filters: RecordFilters): Promise<RecordPage> {
  const { after, before, limit, ...conditions } = filters;
  const cursor = after !== undefined ? { after } : before !== undefined ? { before } : null;
  const direction = after !== undefined ? 'after' : before !== undefined ? 'before' : 'start';
  const found = await selectRecords(client, conditions, cursor, limit + 1);
  const page = keysetPage(found, limit, direction);
  return { ...page, rows: page.rows.map((row) => ({ ...row, keyWarning: keyWarning(row.key) })), asOf };
}
