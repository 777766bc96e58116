import { connectionOf, type Tx } from '../guarded-tx.ts';

/** Who takes hold of which record, as it was seen, and why. */
export type FenceRow = {
  readonly recordId: string;
  readonly seenAttempt: number;
  readonly heldBy: string;
  readonly heldName: string;
  readonly reason: string;
  /** The longest that a call of the old owner may take which it sends at this moment, skew included. */
  readonly drainMs: number;
};

/** A record that is fenced: the attempt that every further act names, and the drain. */
export type Fenced = { readonly attempt: number; readonly drainMs: number };

const TEXT = `
WITH fenced AS (
  UPDATE public.idempotency_record
  SET state = 'UNKNOWN', attempt = attempt + 1, held_by = $3, parked_reason = NULL, lease_expires_at = pg_catalog.clock_timestamp(),
      unknown_reason = coalesce(unknown_reason, 'Fenced by ' || $4 || ': ' || coalesce(parked_reason, $5))
  WHERE id = $1::bigint AND attempt = $2 AND state IN ('IN_PROGRESS', 'UNKNOWN') AND open_since IS NOT NULL
    AND held_by IS NULL
  RETURNING id, attempt
), bounds AS (
  SELECT fenced.id, GREATEST(pg_catalog.clock_timestamp() + $6::pg_catalog.float8 * interval '1 millisecond', pg_catalog.max(e.call_over_at)) AS not_before
  FROM fenced LEFT JOIN public.external_reference e ON e.record_id = fenced.id AND e.state IN ('intended', 'cannot_tell')
  GROUP BY fenced.id
), held AS (
  INSERT INTO public.record_hold (record_id, held_by, held_name, reason, not_before)
  SELECT id, $3, $4, $5, not_before FROM bounds
  RETURNING not_before
), noted AS (
  INSERT INTO public.record_event (record_id, attempt, event, detail) SELECT id, attempt, 'fenced', 'by ' || $4 || ': ' || $5 FROM fenced
)
SELECT fenced.attempt, (extract(epoch FROM held.not_before - pg_catalog.clock_timestamp()) * 1000)::pg_catalog.float8 AS "drainMs" FROM fenced, held`;

/**
 * Takes hold of a record: from its commit on every write of an older attempt matches no row, and nothing but the holder's
 * decision moves it. @returns null when it is not as it was seen.
 */
export async function fenceRecord(tx: Tx, row: FenceRow): Promise<Fenced | null> {
  const { rows } = await connectionOf(tx).query<Fenced>({
    name: 'latchkey_fence_record',
    text: TEXT,
    values: [row.recordId, row.seenAttempt, row.heldBy, row.heldName, row.reason, row.drainMs],
  });
  return rows[0] ?? null;
}
