'use server';

import { parseSetCookieHeader, toCookieOptions } from 'better-auth/cookies';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { safeNext } from '../../auth/safe-next.ts';
import { signIn } from '../../auth/sign-in.ts';
import { runtime } from '../../runtime/instance.ts';
import { log } from '../../runtime/log.ts';
import { homeOf } from './home-of.ts';

/** What the form shows after a failed attempt; the password is never sent back. */
export type SignInState = { readonly email: string; readonly problem: string } | null;

// Longer than any address or passphrase, short enough not to be hashed for seconds.
const formShape = z.object({
  email: z.string().trim().max(320),
  password: z.string().max(256),
  next: z.string().optional(),
});

/** Signs in and goes on to `next`, or says what was wrong. Works without scripts: Next checks the origin of the form. */
export async function submitSignIn(_before: SignInState, form: FormData): Promise<SignInState> {
  const parsed = formShape.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { email: '', problem: 'The e-mail address or the password is too long.' };
  const { email, password, next } = parsed.data;
  const result = await attempt(email, password);
  switch (result.kind) {
    case 'wrong':
      return { email, problem: 'That e-mail address and password do not belong together.' };
    case 'banned':
      return { email, problem: 'This person may not sign in any more. Ask an admin.' };
    case 'too_many':
      return { email, problem: tooMany(result) };
    case 'unavailable':
      return { email, problem: 'The database does not answer, so nobody can sign in. Try again soon.' };
    case 'signed_in':
      await setCookies(result.setCookie);
      redirect(safeNext(next) ?? homeOf(result.role));
  }
}

/** Says which limit it is and when it ends: until then not even the right password is looked at. */
function tooMany({ of, retryAfterSeconds }: { of: 'address' | 'email'; retryAfterSeconds: number }): string {
  const wait = retryAfterSeconds < 90 ? `${retryAfterSeconds} seconds` : `${Math.ceil(retryAfterSeconds / 60)} minutes`;
  return of === 'email'
    ? `Too many attempts with this e-mail address. For ${wait} no password is tried for it, not even the right one.`
    : `Too many attempts from your network address. For ${wait} no password is tried from there, not even the right one.`;
}

async function attempt(email: string, password: string) {
  try {
    return await signIn(runtime().auth, await headers(), { email, password });
  } catch (error) {
    log.error({ err: error }, 'A sign-in could not be answered.');
    return { kind: 'unavailable' as const };
  }
}

async function setCookies(lines: readonly string[]): Promise<void> {
  const jar = await cookies();
  for (const line of lines) {
    for (const [name, attributes] of parseSetCookieHeader(line)) {
      jar.set(name, attributes.value, toCookieOptions(attributes));
    }
  }
}
