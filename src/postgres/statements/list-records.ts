import type { AnswerKept, Outcome, RecordView } from '../../idempotency/record.ts';
import { type ListSource, SHOWN_NOW } from './list-page.ts';

/** A record as a list shows it. The answer's text is not in it. */
export type RecordRow = {
  readonly id: string;
  readonly key: string;
  readonly procedure: string;
  readonly mode: string;
  readonly scope: string;
  readonly accountName: string | null;
  readonly caller: string;
  readonly state: RecordView['state'];
  readonly attempt: number;
  /** A person is needed before anything runs again. */
  readonly isParked: boolean;
  readonly outcome: Outcome | null;
  readonly outcomeStatus: number | null;
  readonly answerKept: AnswerKept | null;
  readonly resourceId: string | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  /** Milliseconds until the lease lapses, by the database's clock. */
  readonly leaseLeftMs: number;
  readonly replayCount: number;
  readonly conflictCount: number;
};

/** What only the lists show of a record. */
export type ListedRecord = RecordRow & {
  /** The last committed step of a phased run. */
  readonly phase: string | null;
  readonly openSince: Date | null;
  readonly heartbeatAt: Date | null;
  /** A call to the outside was begun: it may have had an effect. */
  readonly externalBegan: boolean;
  readonly unknownReason: string | null;
  readonly parkedReason: string | null;
  /** Who holds it for review, by name where that is known. */
  readonly heldBy: string | null;
  /** The latest id that a provider gave for a call of this record. */
  readonly providerId: string | null;
  /** When the provider may forget the key of the first call that is not settled. */
  readonly keyWindowEndsAt: Date | null;
  readonly answerExpiresAt: Date | null;
  readonly keyExpiresAt: Date | null;
};

/** Columns of a list row, shared by every statement that gives one. */
export const RECORD_COLUMNS = `
  r.id::pg_catalog.text, r.key, r.procedure, r.mode, r.scope, account.name AS "accountName", r.caller, r.state, r.attempt,
  r.parked_reason IS NOT NULL AS "isParked",
  r.outcome, r.outcome_status AS "outcomeStatus", r.answer_kept AS "answerKept", r.resource_id AS "resourceId",
  r.created_at AS "createdAt", r.completed_at AS "completedAt", r.replay_count AS "replayCount",
  (extract(epoch FROM r.lease_expires_at - ${SHOWN_NOW}) * 1000)::pg_catalog.float8 AS "leaseLeftMs",
  (SELECT coalesce(pg_catalog.sum(e.occurrences), 0)::int FROM public.conflict_event e WHERE e.record_id = r.id) AS "conflictCount"`;

const LISTED_COLUMNS = `${RECORD_COLUMNS},
  r.step AS phase, r.open_since AS "openSince", r.heartbeat_at AS "heartbeatAt", r.external_began AS "externalBegan",
  r.unknown_reason AS "unknownReason", r.parked_reason AS "parkedReason",
  coalesce((SELECT h.held_name FROM public.record_hold h WHERE h.record_id = r.id), r.held_by) AS "heldBy",
  (SELECT x.provider_id FROM public.external_reference x WHERE x.record_id = r.id AND x.provider_id IS NOT NULL
   ORDER BY x.id DESC LIMIT 1) AS "providerId",
  (SELECT NULLIF(pg_catalog.min(x.key_window_ends_at), 'infinity') FROM public.external_reference x
   WHERE x.record_id = r.id AND x.state IN ('intended', 'cannot_tell')) AS "keyWindowEndsAt",
  r.answer_expires_at AS "answerExpiresAt", r.key_expires_at AS "keyExpiresAt"`;

/** One account by id or name, else the text itself as a scope: one value, so that an index by scope has its order. */
export const scopeOf = (value: string): string =>
  `coalesce((SELECT id FROM public.account WHERE id = ${value} UNION ALL SELECT id FROM public.account WHERE name = ${value} LIMIT 1), ${value})`;

// What is open has partial indexes by columns that a completion leaves alone; a CHECK ties them to the state.
const STATE: Readonly<Record<string, string>> = {
  IN_PROGRESS: `r.state = 'IN_PROGRESS' AND r.open_since IS NOT NULL`,
  UNKNOWN: `r.state = 'UNKNOWN' AND r.open_since IS NOT NULL AND r.unknown_reason IS NOT NULL`,
  COMPLETED: `r.state = 'COMPLETED'`,
};

const FILTERS = {
  state: (value) => STATE[value] ?? 'false',
  outcome: (value, place) => `r.outcome = ${place(value)}`,
  answerKept: (value, place) => `r.answer_kept = ${place(value)}`,
  procedure: (value, place) => `r.procedure = ${place(value)}`,
  // The collation of the lists' index, which no look for a key may go by.
  account: (value, place) => `r.scope COLLATE pg_catalog."C" = ${scopeOf(place(value))}`,
  key: (value, place) => `r.key = ${place(value)}`,
  keyPrefix: (value, place) => `r.key LIKE ${place(`${value.replace(/[\\%_]/g, '\\$&')}%`)}`,
  id: (value, place) => `r.id = ${place(value)}::bigint`,
  resourceId: (value, place) => {
    const id = place(value);
    return `(r.resource_id = ${id} OR r.subject_id = ${id})`;
  },
  providerId: (value, place) =>
    `r.id IN (SELECT x.record_id FROM public.external_reference x WHERE x.provider_id = ${place(value)})`,
  external: (value) => `r.external_began = ${value === 'began'}`,
  createdFrom: (value, place) => `r.created_at >= ${place(value)}::pg_catalog.timestamptz`,
  createdTo: (value, place) => `r.created_at < ${place(value)}::pg_catalog.timestamptz`,
} as const satisfies ListSource<string, string>['filters'];

export type RecordFilter = keyof typeof FILTERS;

const RECORDS = {
  table: 'public.idempotency_record',
  alias: 'r',
  filters: FILTERS,
  columns: LISTED_COLUMNS,
  joins: 'LEFT JOIN public.account ON account.id = r.scope',
} as const;

/** Every record, newest first. */
export const recordsSource: ListSource<RecordFilter, 'created'> = {
  ...RECORDS,
  locked: null,
  sorts: { created: { expression: 'r.created_at', is: 'moment' } },
};

const OPEN_SINCE = { openSince: { expression: 'r.open_since', is: 'moment' } } as const;

/** In progress with a lapsed lease, and nobody is asked for yet: the oldest first. */
export const stuckSource: ListSource<RecordFilter, 'openSince'> = {
  ...RECORDS,
  locked: `r.open_since IS NOT NULL AND r.unknown_reason IS NULL AND r.parked_reason IS NULL AND r.lease_expires_at <= ${SHOWN_NOW}`,
  sorts: OPEN_SINCE,
};

/** Unknown or parked, the oldest first. */
export const unknownSource: ListSource<RecordFilter, 'openSince'> = {
  ...RECORDS,
  locked: 'r.open_since IS NOT NULL AND (r.unknown_reason IS NOT NULL OR r.parked_reason IS NOT NULL)',
  sorts: OPEN_SINCE,
};

/** How far ahead the list of what expires looks. */
const EXPIRING_WITHIN = { '1h': '1 hour', '6h': '6 hours', '24h': '24 hours', '72h': '72 hours' } as const;

/** Which end of a completed record's retention is meant: of its answer, or of its key. */
const EXPIRING_ENDS = { answer: 'answer_expires_at', key: 'key_expires_at' } as const;

/** Puts completed ones behind everything that is unresolved: a century, in hours, since those are added without a calendar. */
const AFTER_UNRESOLVED = `interval '876000 hours'`;

/**
 * Unresolved records whose provider may forget the key of an unsettled call, then completed ones whose answer (or key) is
 * about to end; each by its end. Few rows by the indexes of what is open and by the summary of dates, sorted after that.
 */
export function expiringSource(
  ends: keyof typeof EXPIRING_ENDS,
  within: keyof typeof EXPIRING_WITHIN,
): ListSource<RecordFilter, 'ends'> {
  const column = `r.${EXPIRING_ENDS[ends]}`;
  const horizon = `${SHOWN_NOW} + interval '${EXPIRING_WITHIN[within]}'`;
  const window = `(SELECT pg_catalog.min(x.key_window_ends_at) FROM public.external_reference x
     WHERE x.record_id = r.id AND x.state IN ('intended', 'cannot_tell'))`;
  // Nobody is at work on it: unknown, parked or stuck.
  const unresolved = `r.open_since IS NOT NULL AND r.lease_expires_at <= ${SHOWN_NOW} AND ${window} <= ${horizon}`;
  const closing = `${column} >= ${SHOWN_NOW} AND ${column} < ${horizon}${ends === 'answer' ? ` AND r.answer_kept <> 'purged'` : ''}`;
  return {
    ...RECORDS,
    locked: `((${unresolved}) OR (${closing}))`,
    pageFrom: (conditions) => `(
    SELECT r.id, ${window} AS ends FROM public.idempotency_record r WHERE ${unresolved} AND ${conditions}
    UNION ALL
    SELECT r.id, ${column} + ${AFTER_UNRESOLVED} FROM public.idempotency_record r WHERE ${closing} AND ${conditions}
  ) r`,
    sorts: { ends: { expression: 'r.ends', is: 'moment' } },
  };
}
