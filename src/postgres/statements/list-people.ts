import type { ClientBase } from 'pg';

/** Somebody who works at the desk. */
export type PersonRow = {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly isDisabled: boolean;
  readonly disabledWhy: string | null;
  readonly sessions: number;
  readonly lastSignInAt: Date | null;
};

/** Somebody who was asked and has not come yet. */
export type InvitationRow = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly invitedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly isExpired: boolean;
};

/** A sign-in that is still good. */
export type SessionRow = {
  readonly id: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
};

const PEOPLE = `
SELECT u.id AS "userId", u.name, u.email, u.role, u.banned AS "isDisabled", u.ban_reason AS "disabledWhy",
  pg_catalog.count(s.id)::int AS sessions, pg_catalog.max(s.created_at) AS "lastSignInAt"
FROM public."user" u LEFT JOIN public.session s ON s.user_id = u.id AND s.expires_at > pg_catalog.clock_timestamp()
WHERE u.role <> 'customer' GROUP BY u.id ORDER BY u.name, u.id LIMIT 500`;

const INVITATIONS = `
SELECT i.id, i.email, i.name, i.role, coalesce(u.name, i.invited_by) AS "invitedBy", i.created_at AS "createdAt",
  i.expires_at AS "expiresAt", i.expires_at <= public.latchkey_shown_now() AS "isExpired"
FROM public.invitation i LEFT JOIN public."user" u ON u.id = i.invited_by WHERE i.used_at IS NULL ORDER BY i.created_at DESC LIMIT 200`;

const SESSIONS = `
SELECT id, created_at AS "createdAt", expires_at AS "expiresAt", ip_address AS "ipAddress", user_agent AS "userAgent"
FROM public.session WHERE user_id = $1 AND expires_at > pg_catalog.clock_timestamp() ORDER BY created_at DESC LIMIT 100`;

/** Everybody who works at the desk, and who was asked to. */
export async function listPeople(client: ClientBase) {
  const people = await client.query<PersonRow>(PEOPLE);
  const invitations = await client.query<InvitationRow>(INVITATIONS);
  return { people: people.rows, invitations: invitations.rows };
}

/** The sessions of one person, the latest first. */
export async function listSessions(client: ClientBase, userId: string): Promise<SessionRow[]> {
  return (await client.query<SessionRow>(SESSIONS, [userId])).rows;
}
