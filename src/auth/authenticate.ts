import { OPERATOR_ROLES } from '../desk/permissions.ts';
import type { Database } from '../postgres/database.ts';
import type { AccountId } from '../shop/account.ts';
import type { Actor } from './actor.ts';
import { findApiKeyOwner } from './api-key.ts';
import type { Auth } from './auth.ts';
import type { AuthByOrigin } from './auth-by-origin.ts';

/** Finds out who sends a request with these headers: by `Authorization: Bearer <api key>` or by the session cookie. */
export async function authenticate(database: Database, auth: AuthByOrigin, headers: Headers): Promise<Actor> {
  const authorization = headers.get('Authorization');
  if (authorization !== null) return await byApiKey(database, authorization);
  if (!headers.has('cookie')) return nobody('Sign in, or send an API key: Authorization: Bearer <key>.');
  const session = await auth.of(headers).api.getSession({ headers });
  if (!session) return nobody('Sign in: there is no session, or it has ended.');
  return await bySession(database, session.user, session.session.createdAt);
}

async function byApiKey(database: Database, header: string): Promise<Actor> {
  const [, apiKey] = /^Bearer +(\S+)$/i.exec(header) ?? [];
  if (apiKey === undefined) return nobody('The Authorization header is not of the form "Bearer <api key>".');
  const owner = await findApiKeyOwner(database.reader, apiKey);
  if (!owner) return nobody('No such API key, or it was revoked.');
  if (owner.suspended) return { kind: 'suspended' };
  return { kind: 'account', accountId: owner.accountId, caller: `api-key:${owner.apiKeyId}`, name: owner.name };
}

type SessionUser = Auth['$Infer']['Session']['user'];

async function bySession(database: Database, user: SessionUser, signedInAt: Date): Promise<Actor> {
  // A ban stops new sign-ins; this stops the sessions that were open.
  if (user.banned && !(user.banExpires && user.banExpires < new Date())) return nobody('This person is banned.');
  const role = OPERATOR_ROLES.find((known) => known === user.role);
  if (role) return { kind: 'operator', userId: user.id, role, name: user.name, signedInAt };
  if (!user.accountId) return nobody('This person belongs to no account.');
  const account = await database.prisma.account.findUnique({ where: { id: user.accountId } });
  if (!account) return nobody('The account of this person is gone.');
  if (account.suspendedAt) return { kind: 'suspended' };
  return { kind: 'account', accountId: account.id as AccountId, caller: `user:${user.id}`, name: account.name };
}

const nobody = (why: string): Actor => ({ kind: 'nobody', why });
