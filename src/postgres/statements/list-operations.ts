import type { ClientBase } from 'pg';
import type { BulkState } from './bulk-operation.ts';
import type { ListSource } from './list-page.ts';

/** A bulk job as its list shows it. */
export type OperationRow = {
  readonly id: string;
  readonly kind: string;
  readonly state: BulkState;
  readonly total: number;
  /** Items that nothing has become of yet; of an aborted job they stay so. */
  readonly waiting: number;
  readonly actorId: string;
  readonly actorName: string;
  readonly role: string;
  readonly reason: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly abortedBy: string | null;
};

const FILTERS = {
  kind: (value, place) => `o.kind = ${place(value)}`,
  state: (value, place) => `o.state = ${place(value)}`,
  actor: (value, place) => `(o.actor_id = ${place(value)} OR o.actor_name = ${place(value)})`,
} as const satisfies ListSource<string, string>['filters'];

export type OperationFilter = keyof typeof FILTERS;

const COLUMNS = `
  o.id::pg_catalog.text, o.kind, o.state, o.total, o.actor_id AS "actorId", o.actor_name AS "actorName", o.role, o.reason,
  (SELECT pg_catalog.count(*)::int FROM public.bulk_item i WHERE i.operation_id = o.id AND i.result = 'waiting') AS waiting,
  o.created_at AS "createdAt", o.started_at AS "startedAt", o.ended_at AS "endedAt",
  coalesce((SELECT u.name FROM public."user" u WHERE u.id = o.aborted_by), o.aborted_by) AS "abortedBy"`;

/** Every bulk job, the latest first. */
export const operationsSource: ListSource<OperationFilter, 'id'> = {
  table: 'public.bulk_operation',
  alias: 'o',
  locked: null,
  filters: FILTERS,
  sorts: { id: { expression: 'o.id', is: 'number' } },
  columns: COLUMNS,
  joins: '',
};

/** A bulk job with what it was made from, as JSON texts, and how many items ended how. */
export type OperationDetails = OperationRow & {
  readonly filter: string;
  readonly settings: string;
  readonly applied: number;
  readonly skipped: number;
  readonly failed: number;
};

const DETAILS = `
SELECT ${COLUMNS}, o.filter, o.settings, n.applied, n.skipped, n.failed
FROM public.bulk_operation o CROSS JOIN LATERAL (
  SELECT pg_catalog.count(*) FILTER (WHERE result = 'applied')::int AS applied,
         pg_catalog.count(*) FILTER (WHERE result = 'skipped')::int AS skipped,
         pg_catalog.count(*) FILTER (WHERE result = 'failed')::int AS failed
  FROM public.bulk_item WHERE operation_id = o.id
) n WHERE o.id = $1::bigint`;

/** The job of this id; null when there is none. */
export async function findOperation(client: ClientBase, id: string): Promise<OperationDetails | null> {
  const { rows } = await client.query<OperationDetails>({
    name: 'latchkey_find_operation',
    text: DETAILS,
    values: [id],
  });
  return rows[0] ?? null;
}

/** One target of a job; the texts are null where the target is gone. */
export type OperationItem = {
  readonly targetId: string;
  readonly result: 'waiting' | 'applied' | 'skipped' | 'failed';
  readonly detail: string | null;
  readonly at: Date | null;
  readonly recordId: string | null;
  readonly key: string | null;
  readonly procedure: string | null;
  readonly scope: string | null;
};

const ITEMS = `
SELECT i.target_id::pg_catalog.text AS "targetId", i.result, i.detail, i.at, r.id::pg_catalog.text AS "recordId", r.key, r.procedure, r.scope
FROM (
  SELECT * FROM public.bulk_item
  WHERE operation_id = $1::bigint AND ($2::pg_catalog.text IS NULL OR result = $2) AND target_id > $3::bigint
  ORDER BY target_id LIMIT $4
) i JOIN public.bulk_operation o ON o.id = i.operation_id
LEFT JOIN public.conflict_event e ON o.kind = 'review_conflicts' AND e.id = i.target_id
LEFT JOIN public.idempotency_record r ON r.id = CASE o.kind WHEN 'review_conflicts' THEN e.record_id ELSE i.target_id END
ORDER BY i.target_id`;

/** Up to `limit` items behind `afterId`, by target. */
export async function selectItems(
  client: ClientBase,
  question: { readonly id: string; readonly result: string | null; readonly afterId: string; readonly limit: number },
): Promise<OperationItem[]> {
  const { id, result, afterId, limit } = question;
  const { rows } = await client.query<OperationItem>({
    name: 'latchkey_select_items',
    text: ITEMS,
    values: [id, result, afterId, limit],
  });
  return rows;
}
