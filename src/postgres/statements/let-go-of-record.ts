import type { ClientBase } from 'pg';
import { EQ, PLUS } from './operators.ts';

/** Who lets go of which record, and what the timeline says of it. */
export type LetGoRow = {
  readonly recordId: string;
  readonly attempt: number;
  readonly heldBy: string;
  readonly event: 'settled_by_operator' | 'released_by_operator';
  readonly step: string | null;
  readonly detail: string;
};

// With a lapsed lease and its next try due: whoever comes first, a worker or the client, goes on from here.
const TEXT = `
WITH freed AS (
  UPDATE public.idempotency_record
  SET state = 'IN_PROGRESS', attempt = attempt ${PLUS} 1, unknown_reason = NULL, parked_reason = NULL, held_by = NULL, tries = 0,
      waits = 0, lease_owner = NULL, lease_expires_at = pg_catalog.clock_timestamp(), next_try_at = pg_catalog.clock_timestamp()
  WHERE id ${EQ} $1::bigint AND attempt ${EQ} $2 AND state ${EQ} 'UNKNOWN' AND held_by ${EQ} $3
  RETURNING id, attempt
), held AS (
  DELETE FROM public.record_hold USING freed WHERE record_id ${EQ} freed.id
), closed AS (
  UPDATE public.decision_approval SET closed_at = pg_catalog.clock_timestamp() FROM freed WHERE record_id ${EQ} freed.id AND closed_at IS NULL
), noted AS (
  INSERT INTO public.record_event (record_id, attempt, event, step, detail) SELECT id, attempt, $4, $5, $6 FROM freed
)
SELECT attempt FROM freed`;

/** Ends a hold: the record is in progress again under a new attempt that nobody runs yet. Null: it is not as it was seen. */
export async function letGoOfRecord(client: ClientBase, row: LetGoRow): Promise<number | null> {
  const { rows } = await client.query<{ attempt: number }>({
    name: 'latchkey_let_go_of_record',
    text: TEXT,
    values: [row.recordId, row.attempt, row.heldBy, row.event, row.step, row.detail],
  });
  return rows[0]?.attempt ?? null;
}
