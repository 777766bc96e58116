import type { ClientBase } from 'pg';
import { connectionOf, type Tx } from '../guarded-tx.ts';

/** A question to a second person, and what became of it. */
export type ApprovalRow = {
  readonly id: string;
  readonly recordId: string;
  readonly attempt: number;
  readonly evidenceId: string | null;
  readonly decision: 'adopt' | 'refuse' | 'release';
  readonly reason: string;
  readonly askedBy: string;
  readonly askedName: string;
  readonly askedAt: Date;
  readonly approvedBy: string | null;
  readonly approvedName: string | null;
  readonly approvedAt: Date | null;
  readonly isClosed: boolean;
};

const COLUMNS = `
  id::pg_catalog.text, record_id::pg_catalog.text AS "recordId", attempt, evidence_id::pg_catalog.text AS "evidenceId", decision, reason,
  asked_by AS "askedBy", asked_name AS "askedName", asked_at AS "askedAt", approved_by AS "approvedBy",
  (SELECT name FROM public."user" WHERE "user".id = approved_by) AS "approvedName",
  approved_at AS "approvedAt", closed_at IS NOT NULL AS "isClosed"`;

/** A question to be asked. */
export type NewApproval = Pick<
  ApprovalRow,
  'recordId' | 'attempt' | 'evidenceId' | 'decision' | 'reason' | 'askedBy' | 'askedName'
>;

const CLOSE =
  'UPDATE public.decision_approval SET closed_at = pg_catalog.clock_timestamp() WHERE record_id = $1::bigint AND closed_at IS NULL';

const TOUCH = `
UPDATE public.record_hold SET touched_at = pg_catalog.clock_timestamp() WHERE record_id = $1::bigint AND held_by = $2`;

const ASK = `
INSERT INTO public.decision_approval (record_id, attempt, evidence_id, decision, reason, asked_by, asked_name)
VALUES ($1::bigint, $2, $3::bigint, $4, $5, $6, $7) RETURNING id::pg_catalog.text`;

/** Asks a second person, under the record's lock; an earlier open question of the record is closed. @returns its id. */
export async function askApproval(tx: Tx, row: NewApproval): Promise<string> {
  const client = connectionOf(tx);
  const { recordId, attempt, evidenceId, decision, reason, askedBy, askedName } = row;
  await client.query({ name: 'latchkey_close_approvals', text: CLOSE, values: [recordId] });
  await client.query({ name: 'latchkey_touch_hold', text: TOUCH, values: [recordId, askedBy] });
  const values = [recordId, attempt, evidenceId, decision, reason, askedBy, askedName];
  const { rows } = await client.query<{ id: string }>({ name: 'latchkey_ask_approval', text: ASK, values });
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The question was not written: its INSERT gave back no id.');
  return id;
}

/** The question of this id, or null. */
export async function findApproval(on: Tx | ClientBase, id: string): Promise<ApprovalRow | null> {
  const text = `SELECT ${COLUMNS} FROM public.decision_approval WHERE id = $1::bigint`;
  const { rows } = await connectionOf(on).query<ApprovalRow>({ name: 'latchkey_find_approval', text, values: [id] });
  return rows[0] ?? null;
}

/** The open question of a record, or null. */
export async function openApproval(on: Tx | ClientBase, recordId: string): Promise<ApprovalRow | null> {
  const text = `SELECT ${COLUMNS} FROM public.decision_approval WHERE record_id = $1::bigint AND closed_at IS NULL`;
  const values = [recordId];
  const { rows } = await connectionOf(on).query<ApprovalRow>({ name: 'latchkey_open_approval', text, values });
  return rows[0] ?? null;
}

const APPROVE = `
UPDATE public.decision_approval SET approved_by = $2, approved_at = pg_catalog.clock_timestamp()
WHERE id = $1::bigint AND approved_by IS NULL AND closed_at IS NULL`;

/** Writes the second person's word. @returns false when it was written or closed meanwhile. */
export async function approve(tx: Tx, id: string, approvedBy: string): Promise<boolean> {
  const values = [id, approvedBy];
  const { rowCount } = await connectionOf(tx).query({ name: 'latchkey_approve', text: APPROVE, values });
  return rowCount === 1;
}
