import type { ClientBase } from 'pg';
import type { AnswerKept, Outcome, RecordView } from '../../idempotency/record.ts';

/** Which records; an absent member asks for nothing. */
export type RecordConditions = {
  readonly state?: RecordView['state'] | undefined;
  readonly outcome?: Outcome | undefined;
  readonly answerKept?: AnswerKept | undefined;
  readonly procedure?: string | undefined;
  /** Id or name of the account. */
  readonly account?: string | undefined;
  readonly key?: string | undefined;
  readonly keyPrefix?: string | undefined;
  readonly id?: string | undefined;
  readonly resourceId?: string | undefined;
  /** ISO 8601, first moment included. */
  readonly createdFrom?: string | undefined;
  /** ISO 8601, not included. */
  readonly createdTo?: string | undefined;
};

/** From where to read: the newest, or the neighbours of a record id. */
export type IdCursor = { readonly after: string } | { readonly before: string } | null;

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

const CONDITIONS: { readonly [Name in keyof Required<RecordConditions>]: (value: string) => string } = {
  state: (value) => `r.state = ${value}`,
  outcome: (value) => `r.outcome = ${value}`,
  answerKept: (value) => `r.answer_kept = ${value}`,
  procedure: (value) => `r.procedure = ${value}`,
  account: (value) => `r.scope IN (SELECT id FROM account WHERE id = ${value} OR name = ${value})`,
  key: (value) => `r.key = ${value}`,
  keyPrefix: (value) => `starts_with(r.key, ${value})`,
  id: (value) => `r.id = ${value}::bigint`,
  resourceId: (value) => `r.resource_id = ${value}`,
  createdFrom: (value) => `r.created_at >= ${value}::timestamptz`,
  createdTo: (value) => `r.created_at < ${value}::timestamptz`,
};

/** Columns of a list row, shared by every statement that gives one. */
export const RECORD_COLUMNS = `
  r.id::text, r.key, r.procedure, r.mode, r.scope, account.name AS "accountName", r.caller, r.state, r.attempt,
  r.parked_reason IS NOT NULL AS "isParked",
  r.outcome, r.outcome_status AS "outcomeStatus", r.answer_kept AS "answerKept", r.resource_id AS "resourceId",
  r.created_at AS "createdAt", r.completed_at AS "completedAt", r.replay_count AS "replayCount",
  (extract(epoch FROM r.lease_expires_at - clock_timestamp()) * 1000)::float8 AS "leaseLeftMs",
  (SELECT coalesce(sum(e.occurrences), 0)::int FROM conflict_event e WHERE e.record_id = r.id) AS "conflictCount"`;

/** Up to `limit` records that meet all conditions, newest first, from the cursor on. */
export async function selectRecords(
  client: ClientBase,
  conditions: RecordConditions,
  cursor: IdCursor,
  limit: number,
): Promise<RecordRow[]> {
  const values: unknown[] = [];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const clauses = Object.entries(CONDITIONS).flatMap(([name, clause]) => {
    const value = conditions[name as keyof RecordConditions];
    return value === undefined ? [] : [clause(place(value))];
  });
  const isBackward = cursor !== null && 'before' in cursor;
  if (cursor)
    clauses.push(
      'before' in cursor ? `r.id > ${place(cursor.before)}::bigint` : `r.id < ${place(cursor.after)}::bigint`,
    );
  // The ids first: what else a row shows is read for the page's rows only, and the answers for none.
  const text = `
WITH page AS MATERIALIZED (
  SELECT r.id FROM idempotency_record r
  WHERE ${clauses.length > 0 ? clauses.join(' AND ') : 'true'}
  ORDER BY r.id ${isBackward ? 'ASC' : 'DESC'} LIMIT ${place(limit)}
)
SELECT ${RECORD_COLUMNS}
FROM page JOIN idempotency_record r ON r.id = page.id LEFT JOIN account ON account.id = r.scope
ORDER BY r.id DESC`;
  const { rows } = await client.query<RecordRow>(text, values);
  return rows;
}
