import type { Tx } from '../guarded-tx.ts';
import { idsOf, type ListQuestion, type ListSource, type Place } from './list-page.ts';

export type BulkState = 'preview' | 'running' | 'done' | 'aborted';

/** A bulk job as a command has to know it. */
export type BulkRow = {
  readonly id: string;
  readonly kind: string;
  readonly state: BulkState;
  readonly total: number;
  readonly actorId: string;
  readonly actorName: string;
  readonly ageMinutes: number;
};

type NewBulk = {
  readonly kind: string;
  /** JSON text. */
  readonly filter: string;
  /** JSON text. */
  readonly settings: string;
  readonly actorId: string;
  readonly actorName: string;
  readonly role: string;
};

const ADD = `
INSERT INTO public.bulk_operation (kind, filter, settings, actor_id, actor_name, role, reason, state, total)
VALUES ($1, $2, $3, $4, $5, $6, '', 'preview', 0) RETURNING id::pg_catalog.text`;

/** Adds a preview without targets and gives its id. */
export async function addBulk(tx: Tx, row: NewBulk): Promise<string> {
  const { kind, filter, settings, actorId, actorName, role } = row;
  const rows = await tx.$queryRawUnsafe<{ id: string }[]>(ADD, kind, filter, settings, actorId, actorName, role);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The bulk operation was not written: its INSERT gave back no id.');
  return id;
}

/** Where the targets of a job come from. */
export type TargetsSource =
  | { readonly kind: 'ids'; readonly table: 'idempotency_record' | 'conflict_event'; readonly ids: readonly string[] }
  | { readonly kind: 'list'; readonly ids: (limit: number, place: Place) => string };

/** The rows of a list under these filters, in its order. */
export const listTargets = <Filter extends string, Sort extends string>(
  source: ListSource<Filter, Sort>,
  question: Omit<ListQuestion<Filter, Sort>, 'cursor' | 'limit'>,
): TargetsSource => ({ kind: 'list', ids: (limit, place) => idsOf(source, { ...question, limit }, place) });

/** Freezes up to `cap` ids of the source as the job's targets; ids that do not exist are left out. */
export async function freezeTargets(
  tx: Tx,
  id: string,
  from: TargetsSource,
  cap: number,
): Promise<{ readonly total: number; readonly isCapped: boolean }> {
  const values: unknown[] = [id, cap];
  const place: Place = (value) => `$${values.push(value)}`;
  const ids =
    from.kind === 'ids'
      ? `SELECT id FROM public.${from.table} WHERE id = ANY(${place(from.ids)}::bigint[])`
      : from.ids(cap + 1, place);
  const rows = await tx.$queryRawUnsafe<{ total: number; found: number }[]>(
    `
WITH found AS MATERIALIZED (${ids}),
frozen AS (
  INSERT INTO public.bulk_item (operation_id, target_id) SELECT $1::bigint, id FROM (SELECT id FROM found LIMIT $2::int) AS first
  RETURNING 1
), counted AS (
  UPDATE public.bulk_operation SET total = (SELECT pg_catalog.count(*) FROM frozen) WHERE id = $1::bigint RETURNING total
)
SELECT (SELECT total FROM counted) AS total, (SELECT pg_catalog.count(*)::int FROM found) AS found`,
    ...values,
  );
  const { total = 0, found = 0 } = rows[0] ?? {};
  return { total, isCapped: found > total };
}

const LOCK = `
SELECT id::pg_catalog.text, kind, state, total, actor_id AS "actorId", actor_name AS "actorName",
  (extract(epoch FROM pg_catalog.clock_timestamp() - created_at) / 60)::pg_catalog.float8 AS "ageMinutes"
FROM public.bulk_operation WHERE id = $1::bigint FOR UPDATE`;

/**
 * SQL for the advisory lock of a job, which items share. Unlike a row's lock it is a fair queue: items that come after a
 * waiting abort go behind it, however many workers pass the job between them.
 */
export const bulkLock = (parameter: string): string =>
  `pg_catalog.hashtextextended('bulk operation ' || ${parameter}, 0)`;

/** Locks the job: no item of it is at work while this holds. Null when there is none. */
export async function lockBulk(tx: Tx, id: string): Promise<BulkRow | null> {
  // A statement of its own, so that the next one sees what items committed meanwhile.
  await tx.$executeRawUnsafe(`SELECT pg_catalog.pg_advisory_xact_lock(${bulkLock('$1::pg_catalog.text')})`, id);
  const rows = await tx.$queryRawUnsafe<BulkRow[]>(LOCK, id);
  return rows[0] ?? null;
}

/** Lets the worker at a locked preview. */
export async function startBulk(tx: Tx, id: string, reason: string): Promise<void> {
  await tx.$executeRawUnsafe(
    `UPDATE public.bulk_operation SET state = 'running', started_at = pg_catalog.clock_timestamp(), reason = $2 WHERE id = $1::bigint`,
    id,
    reason,
  );
}

/** Stops a locked job. */
export async function abortBulk(tx: Tx, id: string, abortedBy: string): Promise<void> {
  await tx.$executeRawUnsafe(
    `UPDATE public.bulk_operation SET state = 'aborted', ended_at = pg_catalog.clock_timestamp(), aborted_by = $2 WHERE id = $1::bigint`,
    id,
    abortedBy,
  );
}
