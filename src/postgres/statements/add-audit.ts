import type { Pool } from 'pg';
import type { Tx } from '../guarded-tx.ts';
import { EQ } from './operators.ts';

/** One line of the audit. Ids are decimal text; `before` and `after` are JSON text, masked by whoever writes. */
export type AuditRow = {
  readonly actorId: string;
  readonly actorName: string;
  readonly role: string;
  /** The command, such as `record.fence`. */
  readonly action: string;
  /** Why it was refused; null where it was applied. */
  readonly refusal: string | null;
  readonly requestId: string;
  readonly target: string;
  readonly recordId: string | null;
  readonly reason: string | null;
  readonly secondActorId?: string | null;
  readonly evidenceId?: string | null;
  readonly before?: string | null;
  readonly after?: string | null;
};

const INSERT = `
INSERT INTO public.audit_entry (actor_id, actor_name, role, action, result, refusal, request_id, target, record_id, reason,
                         second_actor_id, evidence_id, before, after)
SELECT $1, $2, $3, $4, CASE WHEN $5::pg_catalog.text IS NULL THEN 'applied' ELSE 'refused' END, $5, $6, $7, $8::bigint, $9,
       $10, $11::bigint, $12, $13`;

// A refusal is written after its rollback, and again with each replay of it, so that a crash between leaves no gap.
const ONCE = `
WHERE NOT EXISTS (
  SELECT FROM public.audit_entry WHERE actor_id ${EQ} $1 AND request_id ${EQ} $6 AND target ${EQ} $7 AND refusal ${EQ} $5
)`;

const RETURNING = ' RETURNING id::pg_catalog.text';

/** Writes the row of an applied command in the command's own transaction and gives its id. */
export async function addAppliedAudit(tx: Tx, row: AuditRow & { readonly refusal: null }): Promise<string> {
  const rows = await tx.$queryRawUnsafe<{ id: string }[]>(INSERT + RETURNING, ...valuesOf(row));
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The audit row was not written: its INSERT gave back no id.');
  return id;
}

/** Writes the row of an act that has no transaction of its own, and gives its id; committed when this resolves. */
export async function addAudit(pool: Pool, row: AuditRow): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(INSERT + RETURNING, valuesOf(row));
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The audit row was not written: its INSERT gave back no id.');
  return id;
}

/** Writes the row of a refused command; `once`: unless this very refusal is written already. */
export async function addRefusedAudit(
  pool: Pool,
  row: AuditRow & { readonly refusal: string },
  { once }: { readonly once: boolean },
): Promise<void> {
  await pool.query({
    name: once ? 'latchkey_add_refused_audit_once' : 'latchkey_add_refused_audit',
    text: once ? INSERT + ONCE : INSERT,
    values: valuesOf(row),
  });
}

const valuesOf = (row: AuditRow): unknown[] => [
  row.actorId,
  row.actorName,
  row.role,
  row.action,
  row.refusal,
  row.requestId,
  row.target,
  row.recordId,
  row.reason,
  row.secondActorId ?? null,
  row.evidenceId ?? null,
  row.before ?? null,
  row.after ?? null,
];
