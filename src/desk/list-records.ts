import { type KeyWarning, keyWarning } from '../idempotency/key-warning.ts';
import type { Snapshot } from '../postgres/read-only.ts';
import {
  expiringSource,
  type ListedRecord,
  type RecordFilter,
  type RecordRow,
  recordsSource,
  stuckSource,
  unknownSource,
} from '../postgres/statements/list-records.ts';
import { countRows, type List, type ListCounted, type ListPage, listRows } from './list-rows.ts';
import { maskText } from './mask-text.ts';
import type { ExpiringFilters, OpenFilters, RecordFilters } from './record-filters.ts';

/** A record with what looks wrong about its key. */
export type RecordListItem = RecordRow & { readonly keyWarning: KeyWarning | null };

/** A row of any list of records. */
export type RecordItem = ListedRecord & { readonly keyWarning: KeyWarning | null };

export type RecordPage = ListPage<RecordItem>;

type Records<Sort extends string> = List<ListedRecord, RecordFilter, Sort>;

const RECORDS: Records<'created'> = { source: recordsSource, sort: 'created', order: 'desc' };
const STUCK: Records<'openSince'> = { source: stuckSource, sort: 'openSince', order: 'asc' };
const UNKNOWN: Records<'openSince'> = { source: unknownSource, sort: 'openSince', order: 'asc' };

const expiring = ({ ends, within }: ExpiringFilters): Records<'ends'> => ({
  source: expiringSource(ends, within),
  sort: 'ends',
  order: 'asc',
});

/** Every record, newest first. */
export const listRecords = async (snapshot: Snapshot, filters: RecordFilters): Promise<RecordPage> =>
  shown(await listRows(snapshot, RECORDS, filters));

/** In progress with a lapsed lease and nobody asked for yet, oldest first. */
export const listStuck = async (snapshot: Snapshot, filters: OpenFilters): Promise<RecordPage> =>
  shown(await listRows(snapshot, STUCK, filters));

/** Unknown or parked, oldest first. */
export const listUnknown = async (snapshot: Snapshot, filters: OpenFilters): Promise<RecordPage> =>
  shown(await listRows(snapshot, UNKNOWN, filters));

/** Near the end of their retention, unresolved ones first. */
export const listExpiring = async (snapshot: Snapshot, filters: ExpiringFilters): Promise<RecordPage> =>
  shown(await listRows(snapshot, expiring(filters), filters));

/** How many of each there are under the filters. */
export const countRecords = (snapshot: Snapshot, filters: RecordFilters): Promise<ListCounted> =>
  countRows(snapshot, RECORDS, filters);
export const countStuck = (snapshot: Snapshot, filters: OpenFilters): Promise<ListCounted> =>
  countRows(snapshot, STUCK, filters);
export const countUnknown = (snapshot: Snapshot, filters: OpenFilters): Promise<ListCounted> =>
  countRows(snapshot, UNKNOWN, filters);
export const countExpiring = (snapshot: Snapshot, filters: ExpiringFilters): Promise<ListCounted> =>
  countRows(snapshot, expiring(filters), filters);

const shown = ({ rows, known, ...page }: ListPage<ListedRecord>): RecordPage => ({
  ...page,
  rows: rows.map(shownRow),
  known: known.map(shownRow),
});

/** Reasons may quote what a provider or a bug said. */
const shownRow = <Row extends ListedRecord>(row: Row) => ({
  ...row,
  unknownReason: row.unknownReason && maskText(row.unknownReason),
  parkedReason: row.parkedReason && maskText(row.parkedReason),
  keyWarning: keyWarning(row.key),
});
