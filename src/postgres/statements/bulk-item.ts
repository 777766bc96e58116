import type { Pool } from 'pg';
import type { Tx } from '../guarded-tx.ts';
import { noRows, type Prepared } from '../prepared.ts';
import { bulkLock } from './bulk-operation.ts';

/** A running job as its items need it. */
export type RunningBulk = {
  readonly id: string;
  readonly kind: string;
  /** JSON text. */
  readonly settings: string;
  readonly actorId: string;
  readonly actorName: string;
  readonly role: string;
  readonly reason: string;
  readonly createdAt: Date;
  readonly startedAt: Date;
};

const RUNNING = `
SELECT id::pg_catalog.text, kind, settings, actor_id AS "actorId", actor_name AS "actorName", role, reason,
  created_at AS "createdAt", started_at AS "startedAt"
FROM public.bulk_operation WHERE state = 'running' ORDER BY id`;

/** Every job that is running, the oldest first. */
export const runningBulks = async (pool: Pool): Promise<RunningBulk[]> =>
  (await pool.query<RunningBulk>({ name: 'latchkey_running_bulks', text: RUNNING })).rows;

// The item is nobody else's while this transaction lasts. The share of the job fails (40001) where an isolation above read
// committed lets this read what was before an abort.
const PICK = `
SELECT i.target_id::pg_catalog.text AS "targetId" FROM public.bulk_item i JOIN public.bulk_operation o ON o.id = i.operation_id
WHERE i.operation_id = $1::bigint AND i.result = 'waiting' AND o.state = 'running'
ORDER BY i.target_id LIMIT 1 FOR SHARE OF o FOR UPDATE OF i SKIP LOCKED`;

/** Takes the next waiting item of a running job for this transaction; null when there is none to be had. */
export async function pickItem(tx: Tx, operationId: string): Promise<string | null> {
  const rows = await tx.$queryRawUnsafe<{ targetId: string }[]>(PICK, operationId);
  return rows[0]?.targetId ?? null;
}

export type ItemResult = 'applied' | 'skipped' | 'failed';

const SETTLE = `
UPDATE public.bulk_item SET result = $3, detail = $4, at = pg_catalog.clock_timestamp()
WHERE operation_id = $1::bigint AND target_id = $2::bigint AND result = 'waiting'`;

/** Writes what became of a picked item. */
export async function settleItem(
  tx: Tx,
  item: { readonly operationId: string; readonly targetId: string },
  outcome: { readonly result: ItemResult; readonly detail: string | null },
): Promise<void> {
  const count = await tx.$executeRawUnsafe(SETTLE, item.operationId, item.targetId, outcome.result, outcome.detail);
  if (count !== 1) throw new Error(`Item ${item.targetId} of operation ${item.operationId} was not waiting any more.`);
}

/** The same outside of the item's own transaction, which has failed. */
export async function failItem(pool: Pool, operationId: string, targetId: string, detail: string): Promise<void> {
  await pool.query(SETTLE, [operationId, targetId, 'failed', detail]);
}

const END = `
UPDATE public.bulk_operation o SET state = 'done', ended_at = pg_catalog.clock_timestamp()
WHERE o.id = $1::bigint AND o.state = 'running'
  AND NOT EXISTS (SELECT FROM public.bulk_item i WHERE i.operation_id = o.id AND i.result = 'waiting')`;

/** Ends a job of which nothing waits any more. */
export async function endBulk(pool: Pool, operationId: string): Promise<void> {
  await pool.query(END, [operationId]);
}

/** Bounds one item's transaction, in milliseconds, and takes its share of the job, behind an abort that waits. */
export const beginItem = (operationId: string, lockTimeoutMs: number, statementTimeoutMs: number): Prepared => ({
  name: 'latchkey_begin_item',
  text: `SELECT pg_catalog.set_config('lock_timeout', $1, true), pg_catalog.set_config('statement_timeout', $2, true),
  pg_catalog.pg_advisory_xact_lock_shared(${bulkLock('$3')})`,
  values: [String(lockTimeoutMs), String(statementTimeoutMs), operationId],
  read: noRows,
});

const DROP = `DELETE FROM public.bulk_operation WHERE state = 'preview' AND created_at < pg_catalog.clock_timestamp() - interval '1 day'`;

/** Removes previews that nobody started for a day. */
export async function dropOldPreviews(pool: Pool): Promise<void> {
  await pool.query(DROP);
}
