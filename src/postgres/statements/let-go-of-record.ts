import type { ClientBase } from 'pg';

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
  UPDATE idempotency_record
  SET state = 'IN_PROGRESS', attempt = attempt + 1, unknown_reason = NULL, parked_reason = NULL, held_by = NULL, tries = 0,
      waits = 0, lease_owner = NULL, lease_expires_at = clock_timestamp(), next_try_at = clock_timestamp()
  WHERE id = $1::bigint AND attempt = $2 AND state = 'UNKNOWN' AND held_by = $3
  RETURNING id, attempt
), held AS (
  DELETE FROM record_hold USING freed WHERE record_id = freed.id
), closed AS (
  UPDATE decision_approval SET closed_at = clock_timestamp() FROM freed WHERE record_id = freed.id AND closed_at IS NULL
), noted AS (
  INSERT INTO record_event (record_id, attempt, event, step, detail) SELECT id, attempt, $4, $5, $6 FROM freed
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
