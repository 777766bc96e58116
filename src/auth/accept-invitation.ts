import { createHash, randomUUID } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import type { Database } from '../postgres/database.ts';
import { sqlStateOf } from '../postgres/sql-state.ts';
import { findInvitation, type OpenInvitation, takeInvitation } from '../postgres/statements/accept-invitation.ts';

/** Twelve characters, as NIST SP 800-63B asks of a password that stands alone; a passphrase is better. */
export const MIN_PASSWORD_LENGTH = 12;

/** Longer ones would only be hashed for longer. */
export const MAX_PASSWORD_LENGTH = 256;

export type Acceptance =
  | { readonly kind: 'accepted'; readonly email: string }
  /** Used, ended, past its three days, or never there: which, is nobody's to know. */
  | { readonly kind: 'no_invitation' }
  | { readonly kind: 'already_there' };

const printOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Whom the link of this token asks, and as what; null when it opens nothing. */
export const invitationOf = (database: Pick<Database, 'pool'>, token: string): Promise<OpenInvitation | null> =>
  findInvitation(database.pool, printOf(token));

/** Makes the invited person with the password they chose. The link works once. */
export async function acceptInvitation(
  database: Pick<Database, 'pool'>,
  token: string,
  password: string,
): Promise<Acceptance> {
  // Before the hash, which takes a tenth of a second of somebody's processor.
  if (!(await invitationOf(database, token))) return { kind: 'no_invitation' };
  const person = { userId: randomUUID(), credentialId: randomUUID(), passwordHash: await hashPassword(password) };
  try {
    const used = await takeInvitation(database.pool, printOf(token), person);
    return used ? { kind: 'accepted', email: used.email } : { kind: 'no_invitation' };
  } catch (error) {
    if (sqlStateOf(error) === UNIQUE_VIOLATION) return { kind: 'already_there' };
    throw error;
  }
}

const UNIQUE_VIOLATION = '23505';
