import { createHash } from 'node:crypto';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import type { Pool } from 'pg';
import { countSignIn, forgetSignIns } from '../postgres/statements/count-sign-in.ts';

/** A quarter of an hour: at ten guesses in it, a thousand a day, no password falls that is not on the first page of a list. */
export const EMAIL_WINDOW_MS = 15 * 60_000;

/** Who has forgotten which password it was tries fewer. */
export const MAX_PER_EMAIL = 10;

/** The code by which a refusal of this limit is told from the one of an address. */
export const TOO_MANY_FOR_EMAIL = 'TOO_MANY_FOR_EMAIL';

const PATH = '/sign-in/email';

/**
 * Limits sign-ins by the e-mail address that they name, from wherever they come and whether or not it exists; better-auth
 * limits them by the sender's address. A sign-in that succeeds starts the count anew.
 */
export const limitPerEmail = (pool: Pool) => ({
  before: createAuthMiddleware(async ({ path, body }) => {
    const key = path === PATH ? keyOf(body) : null;
    if (key === null) return;
    const { count, leftMs } = await countSignIn(pool, key, EMAIL_WINDOW_MS);
    if (count <= MAX_PER_EMAIL) return;
    const seconds = Math.max(1, Math.ceil(leftMs / 1_000));
    throw new APIError(
      'TOO_MANY_REQUESTS',
      { code: TOO_MANY_FOR_EMAIL, message: 'Too many attempts with this e-mail address.' },
      { 'X-Retry-After': String(seconds) },
    );
  }),
  after: createAuthMiddleware(async ({ path, body, context }) => {
    const key = path === PATH && context.newSession ? keyOf(body) : null;
    if (key !== null) await forgetSignIns(pool, key);
  }),
});

/** A print of the address: the table of counts is no list of who signs in. */
function keyOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('email' in body) || typeof body.email !== 'string') return null;
  return `sign-in-email:${createHash('sha256').update(body.email.trim().toLowerCase()).digest('hex')}`;
}
