import type { ClientBase } from 'pg';
import type { AnswerKept } from '../../idempotency/record.ts';

/** A completed record's answer as it is stored. */
export type StoredAnswerRow = {
  readonly status: number;
  readonly kept: AnswerKept;
  readonly bytes: number | null;
  readonly text: string | null;
  /** The text is kept, but larger than was asked for. */
  readonly isLarger: boolean;
  readonly resourceId: string | null;
};

const TEXT = `
SELECT outcome_status AS status, answer_kept AS kept, answer_bytes AS bytes, CASE WHEN pg_catalog.octet_length(answer) <= $2 THEN answer END AS text,
  coalesce(pg_catalog.octet_length(answer) > $2, false) AS "isLarger", resource_id AS "resourceId"
FROM public.idempotency_record WHERE id = $1::bigint AND state = 'COMPLETED'`;

/**
 * The answer of a completed record, unmasked, its text if it has at most `maxBytes`; null when there is no such record or
 * it is not completed.
 */
export async function readAnswer(client: ClientBase, id: string, maxBytes: number): Promise<StoredAnswerRow | null> {
  const { rows } = await client.query<StoredAnswerRow>({
    name: 'latchkey_read_answer',
    text: TEXT,
    values: [id, maxBytes],
  });
  return rows[0] ?? null;
}
