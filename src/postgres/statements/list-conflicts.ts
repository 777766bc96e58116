import type { ClientBase } from 'pg';

/** Where a page of conflicts begins: the last row's time in microseconds since 1970 (as text) and its id. */
export type ConflictPosition = { readonly micros: string; readonly id: string };

export type ConflictCursor = { readonly after: ConflictPosition } | { readonly before: ConflictPosition } | null;

/** One caller's other use of a key, counted. */
export type ConflictListRow = {
  readonly id: string;
  /** `lastSeenAt` in full precision, for the cursor: a Date has lost the microseconds. */
  readonly micros: string;
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
};

const AT = (position: string) => `timestamptz 'epoch' + ${position}::bigint * interval '1 microsecond'`;

/** Up to `limit` conflicts, of one record or of all, the latest seen first, from the cursor on. */
export async function selectConflicts(
  client: ClientBase,
  recordId: string | undefined,
  cursor: ConflictCursor,
  limit: number,
): Promise<ConflictListRow[]> {
  const values: unknown[] = [];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const clauses = recordId === undefined ? [] : [`e.record_id = ${place(recordId)}::bigint`];
  const isBackward = cursor !== null && 'before' in cursor;
  if (cursor) {
    const { micros, id } = 'before' in cursor ? cursor.before : cursor.after;
    clauses.push(`(e.last_seen_at, e.id) ${isBackward ? '>' : '<'} (${AT(place(micros))}, ${place(id)}::bigint)`);
  }
  const direction = isBackward ? 'ASC' : 'DESC';
  const text = `
WITH page AS MATERIALIZED (
  SELECT e.* FROM conflict_event e
  WHERE ${clauses.length > 0 ? clauses.join(' AND ') : 'true'}
  ORDER BY e.last_seen_at ${direction}, e.id ${direction} LIMIT ${place(limit)}
)
SELECT e.id::text, (extract(epoch FROM e.last_seen_at) * 1000000)::bigint::text AS micros, e.record_id::text AS "recordId",
  r.key, e.scope, account.name AS "accountName", e.caller, e.procedure, r.procedure AS "recordProcedure",
  e.differing_fields AS "differingFields", e.occurrences, e.first_seen_at AS "firstSeenAt", e.last_seen_at AS "lastSeenAt"
FROM page e JOIN idempotency_record r ON r.id = e.record_id LEFT JOIN account ON account.id = e.scope
ORDER BY e.last_seen_at DESC, e.id DESC`;
  const { rows } = await client.query<ConflictListRow>(text, values);
  return rows;
}
