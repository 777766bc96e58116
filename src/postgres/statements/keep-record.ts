import type { Tx } from '../guarded-tx.ts';

/** What is kept of a record, and until when; times in milliseconds since 1970, null while it is open. */
export type KeptRecord = {
  readonly state: string;
  readonly answerKept: string | null;
  readonly answerExpiresAt: Date | null;
  readonly keyExpiresAt: Date | null;
  readonly forgetAt: Date | null;
};

const COLUMNS = `state, answer_kept AS "answerKept", answer_expires_at AS "answerExpiresAt",
  key_expires_at AS "keyExpiresAt", forget_at AS "forgetAt"`;

const READ = `SELECT ${COLUMNS} FROM public.idempotency_record WHERE id = $1::bigint FOR UPDATE`;

/** Locks the record and reads what is kept of it; null when there is none. */
export async function lockKept(tx: Tx, id: string): Promise<KeptRecord | null> {
  const rows = await tx.$queryRawUnsafe<KeptRecord[]>(READ, id);
  return rows[0] ?? null;
}

// Each window ends at the given time or later, never earlier. The memory after the key's end keeps its length; an answer
// that is gone gets no new end, since there is nothing left to replay.
const EXTEND = `
UPDATE public.idempotency_record SET
  answer_expires_at = CASE WHEN answer IS NULL THEN answer_expires_at ELSE greatest(answer_expires_at, until) END,
  key_expires_at = greatest(key_expires_at, until),
  forget_at = greatest(forget_at, greatest(key_expires_at, until) + (forget_at - key_expires_at))
FROM (SELECT pg_catalog.clock_timestamp() + $2::int * interval '1 hour' AS until) AS wanted
WHERE id = $1::bigint AND state = 'COMPLETED'
  AND (key_expires_at < until OR (answer IS NOT NULL AND answer_expires_at < until))
RETURNING ${COLUMNS}`;

/** Keeps a completed record for at least so many hours from now; null when it is kept as long already, or not completed. */
export async function extendKept(tx: Tx, id: string, hours: number): Promise<KeptRecord | null> {
  const rows = await tx.$queryRawUnsafe<KeptRecord[]>(EXTEND, id, hours);
  return rows[0] ?? null;
}

const PURGE = `
UPDATE public.idempotency_record SET answer = NULL, answer_kept = 'purged'
WHERE id = $1::bigint AND state = 'COMPLETED' AND answer_kept = 'full' RETURNING ${COLUMNS}`;

/** Removes a kept answer and leaves its tombstone; null when none is kept. */
export async function purgeKept(tx: Tx, id: string): Promise<KeptRecord | null> {
  const rows = await tx.$queryRawUnsafe<KeptRecord[]>(PURGE, id);
  return rows[0] ?? null;
}
