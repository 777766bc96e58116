import type { ClientBase } from 'pg';
import type { RetentionWindow } from '../../idempotency/record.ts';
import { RECORD_COLUMNS, type RecordRow } from './list-records.ts';

/** A record as its own page shows it, still without the answer's text. */
export type RecordDetails = RecordRow & {
  readonly leaseExpiresAt: Date;
  readonly lastReplayedAt: Date | null;
  readonly lastConflictAt: Date | null;
  /** UTF-8 bytes of the first answer, kept or not. */
  readonly answerBytes: number | null;
  readonly answerExpiresAt: Date | null;
  readonly keyExpiresAt: Date | null;
  readonly forgetAt: Date | null;
  readonly fingerprintVersion: number;
  readonly window: RetentionWindow | null;
  /** Of a phased record, while it is open: the last sign of its owner, who that is, and when it is tried again. */
  readonly heartbeatAt: Date | null;
  readonly leaseOwner: string | null;
  readonly nextTryAt: Date | null;
  readonly tries: number;
  readonly externalBegan: boolean;
  readonly unknownReason: string | null;
  readonly parkedReason: string | null;
  /** User id of the operator who holds it. */
  readonly heldBy: string | null;
  /** What the request is about; null where its procedure does not say. */
  readonly subjectType: string | null;
  readonly subjectId: string | null;
  /** In minor units of `currency`, as decimal text, from the first intent of a call that has an amount. */
  readonly amountMinor: string | null;
  readonly currency: string | null;
  /** JSON text whose member names are the top-level fields of the request; their values are prints. */
  readonly fieldPrints: string;
};

const TEXT = `
SELECT ${RECORD_COLUMNS},
  r.lease_expires_at AS "leaseExpiresAt", r.last_replayed_at AS "lastReplayedAt",
  (SELECT pg_catalog.max(e.last_seen_at) FROM public.conflict_event e WHERE e.record_id = r.id) AS "lastConflictAt",
  r.answer_bytes AS "answerBytes", r.answer_expires_at AS "answerExpiresAt", r.key_expires_at AS "keyExpiresAt",
  r.forget_at AS "forgetAt", r.fingerprint_version AS "fingerprintVersion",
  CASE WHEN r.state <> 'COMPLETED' THEN NULL
       WHEN public.latchkey_shown_now() < r.answer_expires_at THEN 'answer'
       WHEN public.latchkey_shown_now() < r.key_expires_at THEN 'key'
       ELSE 'memory' END AS "window",
  r.heartbeat_at AS "heartbeatAt", r.lease_owner AS "leaseOwner", r.next_try_at AS "nextTryAt", r.tries,
  r.external_began AS "externalBegan", r.unknown_reason AS "unknownReason", r.parked_reason AS "parkedReason",
  r.held_by AS "heldBy", r.subject_type AS "subjectType", r.subject_id AS "subjectId",
  r.amount_minor::pg_catalog.text AS "amountMinor", r.currency, r.field_prints AS "fieldPrints"
FROM public.idempotency_record r LEFT JOIN public.account ON account.id = r.scope
WHERE r.id = $1::bigint`;

/** The record of this id, or null. */
export async function findRecord(client: ClientBase, id: string): Promise<RecordDetails | null> {
  const { rows } = await client.query<RecordDetails>({ name: 'latchkey_find_record', text: TEXT, values: [id] });
  return rows[0] ?? null;
}
