import type { ClientBase } from 'pg';
import type { ListSource } from './list-page.ts';

/** A line of the audit as its list shows it; what was changed is on its own page. */
export type AuditListRow = {
  readonly id: string;
  readonly at: Date;
  readonly actorId: string;
  readonly actorName: string;
  readonly role: string;
  readonly action: string;
  readonly result: 'applied' | 'refused';
  readonly refusal: string | null;
  readonly requestId: string;
  readonly target: string;
  readonly recordId: string | null;
  readonly reason: string | null;
  readonly secondActorId: string | null;
  readonly secondActorName: string | null;
  readonly evidenceId: string | null;
};

// Ids and times grow together, save for rows that are written at the same moment: the index of time says near which id to
// begin, with room for those, and the time itself decides.
const NEAR = 1_000;

const FILTERS = {
  actor: (value, place) =>
    `a.actor_id = coalesce((SELECT u.id FROM public."user" u WHERE u.id = ${place(value)} OR u.email = ${place(value)} LIMIT 1), ${place(value)})`,
  action: (value, place) => `a.action = ${place(value)}`,
  record: (value, place) => `a.record_id = ${place(value)}::bigint`,
  target: (value, place) => `a.target = ${place(value)}`,
  request: (value, place) => `a.request_id = ${place(value)}`,
  result: (value) => (value === 'refused' ? `a.result = 'refused'` : `a.result = 'applied'`),
  from: (value, place) =>
    `a.at >= ${place(value)}::pg_catalog.timestamptz AND a.id >= coalesce(
       (SELECT n.id FROM public.audit_entry n WHERE n.at >= ${place(value)}::pg_catalog.timestamptz ORDER BY n.at, n.id LIMIT 1), 0) - ${NEAR}`,
  to: (value, place) =>
    `a.at < ${place(value)}::pg_catalog.timestamptz AND a.id <= coalesce(
       (SELECT n.id FROM public.audit_entry n WHERE n.at < ${place(value)}::pg_catalog.timestamptz ORDER BY n.at DESC, n.id DESC LIMIT 1), 0) + ${NEAR}`,
  upTo: (value, place) => `a.id < ${place(value)}::bigint`,
} as const satisfies ListSource<string, string>['filters'];

export type AuditFilter = keyof typeof FILTERS;

const COLUMNS = `
  a.id::pg_catalog.text, a.at, a.actor_id AS "actorId", a.actor_name AS "actorName", a.role, a.action, a.result, a.refusal,
  a.request_id AS "requestId", a.target, a.record_id::pg_catalog.text AS "recordId", a.reason, a.second_actor_id AS "secondActorId",
  (SELECT u.name FROM public."user" u WHERE u.id = a.second_actor_id) AS "secondActorName", a.evidence_id::pg_catalog.text AS "evidenceId"`;

/** Everything that operators did and were refused, the latest first. */
export const auditSource: ListSource<AuditFilter, 'id'> = {
  table: 'public.audit_entry',
  alias: 'a',
  locked: null,
  filters: FILTERS,
  sorts: { id: { expression: 'a.id', is: 'number' } },
  columns: COLUMNS,
  joins: '',
};

/** A line of the audit with what it changed (JSON texts), for an export. */
export type AuditFullRow = AuditListRow & { readonly before: string | null; readonly after: string | null };

/** The same rows with what they changed. */
export const fullAuditSource: ListSource<AuditFilter, 'id'> = {
  ...auditSource,
  columns: `${COLUMNS}, a.before, a.after`,
};

/** What a provider said, as the entry that rests on it shows it. */
export type AuditEvidence = {
  readonly id: string;
  readonly step: string;
  readonly weight: string;
  readonly result: string;
  readonly provider: string;
  readonly operation: string;
  readonly providerId: string | null;
  readonly failureCode: string | null;
  readonly detail: string | null;
  readonly takenAt: Date;
};

const GET = `SELECT ${COLUMNS}, a.before, a.after FROM public.audit_entry a WHERE a.id = $1::bigint`;

const EVIDENCE = `
SELECT id::pg_catalog.text, step, weight, result, provider, operation, provider_id AS "providerId", failure_code AS "failureCode",
  detail, taken_at AS "takenAt"
FROM public.lookup_evidence WHERE id = $1::bigint`;

/** The entry of this id with the evidence it rests on; null when there is none. */
export async function findAudit(
  client: ClientBase,
  id: string,
): Promise<(AuditFullRow & { readonly evidence: AuditEvidence | null }) | null> {
  const [row] = (await client.query<AuditFullRow>({ name: 'latchkey_find_audit', text: GET, values: [id] })).rows;
  if (!row) return null;
  if (row.evidenceId === null) return { ...row, evidence: null };
  const found = await client.query<AuditEvidence>({
    name: 'latchkey_find_audit_evidence',
    text: EVIDENCE,
    values: [row.evidenceId],
  });
  return { ...row, evidence: found.rows[0] ?? null };
}
