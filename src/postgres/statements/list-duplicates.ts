import type { ListSource } from './list-page.ts';
import { scopeOf } from './list-records.ts';

/** Records of one account with the same request under different keys, minutes apart. */
export type DuplicateRow = {
  readonly id: string;
  readonly scope: string;
  readonly accountName: string | null;
  readonly procedure: string;
  readonly firstId: string;
  readonly lastId: string;
  /** Keys of the first and the last one; null when the record is forgotten by now. */
  readonly firstKey: string | null;
  readonly lastKey: string | null;
  readonly records: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
};

const FILTERS = {
  account: (value, place) => `d.scope = ${scopeOf(place(value))}`,
  procedure: (value, place) => `d.procedure = ${place(value)}`,
} as const satisfies ListSource<string, string>['filters'];

export type DuplicateFilter = keyof typeof FILTERS;

/** What the worker suspects, the latest first. */
export const duplicatesSource: ListSource<DuplicateFilter, 'last'> = {
  table: 'public.suspected_duplicate',
  alias: 'd',
  locked: null,
  filters: FILTERS,
  sorts: { last: { expression: 'd.last_at', is: 'moment' } },
  columns: `d.id::pg_catalog.text, d.scope, account.name AS "accountName", d.procedure, d.first_id::pg_catalog.text AS "firstId",
  d.last_id::pg_catalog.text AS "lastId", d.records, d.first_at AS "firstAt", d.last_at AS "lastAt",
  (SELECT k.key FROM public.idempotency_record k WHERE k.id = d.first_id) AS "firstKey",
  (SELECT k.key FROM public.idempotency_record k WHERE k.id = d.last_id) AS "lastKey"`,
  joins: 'LEFT JOIN public.account ON account.id = d.scope',
};
