import type { Pool } from 'pg';

/** Whom an open invitation asks, and as what. */
export type OpenInvitation = { readonly email: string; readonly name: string; readonly role: string };

const FIND = `
SELECT email, name, role FROM public.invitation WHERE token_hash = $1 AND used_at IS NULL AND expires_at > pg_catalog.clock_timestamp()`;

/** The open invitation of this print; null when there is none, it was used, or its time is over. */
export async function findInvitation(pool: Pool, tokenHash: Uint8Array): Promise<OpenInvitation | null> {
  const { rows } = await pool.query<OpenInvitation>(FIND, [tokenHash]);
  return rows[0] ?? null;
}

// One statement: the link is used, the person is there and the audit says so, or none of it. better-auth's shape of an
// e-mail and password sign-in: provider "credential", whose account is the user.
const ACCEPT = `
WITH used AS (
  UPDATE public.invitation SET used_at = pg_catalog.clock_timestamp()
  WHERE token_hash = $1 AND used_at IS NULL AND expires_at > pg_catalog.clock_timestamp() RETURNING id, email, name, role
), person AS (
  INSERT INTO public."user" (id, name, email, email_verified, role) SELECT $2, name, email, true, role FROM used RETURNING id
), secret AS (
  INSERT INTO public.credential (id, user_id, account_id, provider_id, password) SELECT $3, id, id, 'credential', $4 FROM person
), told AS (
  INSERT INTO public.audit_entry (actor_id, actor_name, role, action, result, request_id, target, after)
  SELECT $2, used.name, used.role, 'access.accept_invitation', 'applied', used.id, 'invitation:' || used.id,
    pg_catalog.json_build_object('role', used.role)::pg_catalog.text FROM used
)
SELECT email, name, role FROM used`;

/** Uses an open invitation: makes the person with this password hash. Null when there was none to use. */
export async function takeInvitation(
  pool: Pool,
  tokenHash: Uint8Array,
  person: { readonly userId: string; readonly credentialId: string; readonly passwordHash: string },
): Promise<OpenInvitation | null> {
  const { rows } = await pool.query<OpenInvitation>(ACCEPT, [
    tokenHash,
    person.userId,
    person.credentialId,
    person.passwordHash,
  ]);
  return rows[0] ?? null;
}
