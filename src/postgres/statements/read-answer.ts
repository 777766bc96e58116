import type { ClientBase } from 'pg';
import type { AnswerKept } from '../../idempotency/record.ts';

/** A completed record's answer as it is stored. */
export type StoredAnswerRow = {
  readonly status: number;
  readonly kept: AnswerKept;
  readonly bytes: number | null;
  readonly text: string | null;
  readonly resourceId: string | null;
};

const TEXT = `
SELECT outcome_status AS status, answer_kept AS kept, answer_bytes AS bytes, answer AS text, resource_id AS "resourceId"
FROM idempotency_record WHERE id = $1::bigint AND state = 'COMPLETED'`;

/** The answer of a completed record, unmasked; null when there is no such record or it is not completed. */
export async function readAnswer(client: ClientBase, id: string): Promise<StoredAnswerRow | null> {
  const { rows } = await client.query<StoredAnswerRow>({ name: 'latchkey_read_answer', text: TEXT, values: [id] });
  return rows[0] ?? null;
}
