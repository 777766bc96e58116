import type { AnswerKept, Outcome, RecordView, RetentionWindow } from '../../idempotency/record.ts';
import type { Reader } from '../reader.ts';

type Row = {
  id: string;
  procedure: string;
  attempt: number;
  state: RecordView['state'];
  fingerprint: Buffer;
  fingerprint_version: number;
  field_prints: string;
  created_at_ms: number;
  completed_at_ms: number | null;
  lease_left_ms: number;
  next_try_left_ms: number | null;
  retention_window: RetentionWindow;
  outcome: Outcome;
  outcome_status: number;
  answer: string | null;
  answer_kept: AnswerKept;
  resource_id: string | null;
  parked_reason: string | null;
  held_by: string | null;
};

// Which window a record is in and whether its lease lapsed is the database's clock's to say, here and nowhere else.
const TEXT = `
SELECT id, procedure, attempt, state, fingerprint, fingerprint_version, field_prints,
       (extract(epoch FROM created_at) * 1000)::pg_catalog.float8 AS created_at_ms,
       (extract(epoch FROM completed_at) * 1000)::pg_catalog.float8 AS completed_at_ms,
       (extract(epoch FROM lease_expires_at - pg_catalog.clock_timestamp()) * 1000)::pg_catalog.float8 AS lease_left_ms,
       (extract(epoch FROM next_try_at - pg_catalog.clock_timestamp()) * 1000)::pg_catalog.float8 AS next_try_left_ms,
       CASE WHEN pg_catalog.clock_timestamp() < answer_expires_at THEN 'answer'
            WHEN pg_catalog.clock_timestamp() < key_expires_at THEN 'key'
            ELSE 'memory' END AS retention_window,
       outcome, outcome_status, answer, answer_kept, resource_id,
       parked_reason, held_by
FROM public.idempotency_record
WHERE scope = $1 AND key = $2`;

/** Reads the record of (scope, key) with one statement and its own snapshot; null when there is none. */
export async function readRecord(reader: Reader, scope: string, key: string): Promise<RecordView | null> {
  const [row] = await reader.rows<Row>({ name: 'latchkey_read_record', text: TEXT, values: [scope, key] });
  return row ? viewOf(row) : null;
}

function viewOf(row: Row): RecordView {
  const base = {
    id: BigInt(row.id),
    procedure: row.procedure,
    attempt: row.attempt,
    createdAt: new Date(row.created_at_ms),
    fingerprint: {
      version: row.fingerprint_version,
      digest: row.fingerprint,
      // Only a conflict looks at the fields, and most reads are replays.
      get fields() {
        return JSON.parse(row.field_prints) as Record<string, string>;
      },
    },
  };
  switch (row.state) {
    case 'IN_PROGRESS':
      return {
        ...base,
        state: 'IN_PROGRESS',
        leaseLeftMs: row.lease_left_ms,
        nextTryLeftMs: row.next_try_left_ms ?? 0,
        parkedReason: row.parked_reason,
      };
    case 'UNKNOWN':
      return { ...base, state: 'UNKNOWN', heldBy: row.held_by };
    case 'COMPLETED':
      return {
        ...base,
        state: 'COMPLETED',
        window: row.retention_window,
        outcome: row.outcome,
        outcomeStatus: row.outcome_status,
        answer: row.answer,
        answerKept: row.answer_kept,
        resourceId: row.resource_id,
        // The table's CHECK ties completed_at to the state.
        completedAt: new Date(row.completed_at_ms as number),
      };
  }
}
