import type { ClientBase } from 'pg';

/** An entry of the audit as the page of its record shows it. */
export type RecordAuditRow = {
  readonly id: string;
  readonly at: Date;
  readonly actorName: string;
  readonly role: string;
  readonly action: string;
  readonly result: 'applied' | 'refused';
  readonly refusal: string | null;
  readonly reason: string | null;
  readonly secondActorName: string | null;
  readonly evidenceId: string | null;
  readonly requestId: string;
  readonly before: string | null;
  readonly after: string | null;
};

const TEXT = `
SELECT id::pg_catalog.text, at, actor_name AS "actorName", role, action, result, refusal, reason,
  coalesce((SELECT u.name FROM public."user" u WHERE u.id = second_actor_id), second_actor_id) AS "secondActorName",
  evidence_id::pg_catalog.text AS "evidenceId", request_id AS "requestId", before, after
FROM public.audit_entry WHERE record_id = $1::bigint AND ($2::pg_catalog.text IS NULL OR actor_id = $2) ORDER BY id DESC LIMIT 201`;

/** Up to 201 entries of one record, the latest first; only those of `actorId` unless that is null. */
export async function showRecordAudit(
  client: ClientBase,
  id: string,
  actorId: string | null,
): Promise<RecordAuditRow[]> {
  const { rows } = await client.query<RecordAuditRow>({
    name: 'latchkey_show_record_audit',
    text: TEXT,
    values: [id, actorId],
  });
  return rows;
}
