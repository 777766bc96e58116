import type { ListSource } from './list-page.ts';
import { scopeOf } from './list-records.ts';

/** One caller's other use of a key, counted. */
export type ConflictListRow = {
  readonly id: string;
  readonly recordId: string;
  readonly key: string;
  readonly scope: string;
  readonly accountName: string | null;
  readonly caller: string;
  readonly procedure: string;
  readonly recordProcedure: string;
  readonly differingFields: readonly string[];
  readonly occurrences: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly reviewedAt: Date | null;
  readonly reviewedBy: string | null;
};

const FILTERS = {
  record: (value, place) => `e.record_id = ${place(value)}::bigint`,
  reviewed: (value) => `e.reviewed_at IS ${value === 'yes' ? 'NOT NULL' : 'NULL'}`,
  key: (value, place) => `e.record_id IN (SELECT k.id FROM public.idempotency_record k WHERE k.key = ${place(value)})`,
  account: (value, place) => `e.scope = ${scopeOf(place(value))}`,
  procedure: (value, place) => `e.procedure = ${place(value)}`,
  caller: (value, place) => `e.caller = ${place(value)}`,
} as const satisfies ListSource<string, string>['filters'];

export type ConflictFilter = keyof typeof FILTERS;

/** One row per record, caller and other request. One that is seen again moves to the top, as a list of the latest should. */
export const conflictsSource: ListSource<ConflictFilter, 'lastSeen' | 'occurrences'> = {
  table: 'public.conflict_event',
  alias: 'e',
  locked: null,
  filters: FILTERS,
  sorts: {
    lastSeen: { expression: 'e.last_seen_at', is: 'moment' },
    occurrences: { expression: 'e.occurrences', is: 'number' },
  },
  columns: `e.id::pg_catalog.text, e.record_id::pg_catalog.text AS "recordId", k.key, e.scope, account.name AS "accountName", e.caller, e.procedure,
  k.procedure AS "recordProcedure", e.differing_fields AS "differingFields", e.occurrences,
  e.first_seen_at AS "firstSeenAt", e.last_seen_at AS "lastSeenAt", e.reviewed_at AS "reviewedAt",
  coalesce((SELECT u.name FROM public."user" u WHERE u.id = e.reviewed_by), e.reviewed_by) AS "reviewedBy"`,
  joins: 'JOIN public.idempotency_record k ON k.id = e.record_id LEFT JOIN public.account ON account.id = e.scope',
};
