import { connectionOf, type Tx } from '../guarded-tx.ts';

/** Who takes whose hold over, and why. */
export type TakeOverHoldRow = {
  readonly recordId: string;
  readonly seenAttempt: number;
  readonly from: string;
  readonly heldBy: string;
  readonly heldName: string;
  readonly reason: string;
};

// A record that was held by hand has no hold of its own yet, and is drained for longer than any provider's time-out of ours.
// The attempt is raised, so that what the former holder has on the screen, looked up or asked for decides nothing more.
const TEXT = `
WITH taken AS (
  UPDATE public.idempotency_record SET held_by = $4, attempt = attempt + 1
  WHERE id = $1::bigint AND attempt = $2 AND state = 'UNKNOWN' AND held_by = $3
  RETURNING id, attempt
), held AS (
  INSERT INTO public.record_hold AS hold (record_id, held_by, held_name, reason, not_before)
  SELECT id, $4, $5, $6, pg_catalog.clock_timestamp() + interval '1 min' FROM taken
  ON CONFLICT (record_id) DO UPDATE
  SET held_by = $4, held_name = $5, reason = $6, since = pg_catalog.clock_timestamp(), touched_at = pg_catalog.clock_timestamp()
), closed AS (
  UPDATE public.decision_approval SET closed_at = pg_catalog.clock_timestamp() FROM taken WHERE record_id = taken.id AND closed_at IS NULL
), noted AS (
  INSERT INTO public.record_event (record_id, attempt, event, detail)
  SELECT id, attempt, 'hold_taken_over', 'by ' || $5 || ': ' || $6 FROM taken
)
SELECT attempt FROM taken`;

/** Takes a hold over; its drain stays as it is. @returns the new attempt, or null when it is not as it was seen. */
export async function takeOverHold(tx: Tx, row: TakeOverHoldRow): Promise<number | null> {
  const { rows } = await connectionOf(tx).query<{ attempt: number }>({
    name: 'latchkey_take_over_hold',
    text: TEXT,
    values: [row.recordId, row.seenAttempt, row.from, row.heldBy, row.heldName, row.reason],
  });
  return rows[0]?.attempt ?? null;
}
