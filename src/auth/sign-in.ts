import type { AuthByOrigin } from './auth-by-origin.ts';
import { TOO_MANY_FOR_EMAIL } from './limit-per-email.ts';
import { publicOrigin } from './public-origin.ts';

export type SignInForm = { readonly email: string; readonly password: string };

export type SignInResult =
  | { readonly kind: 'signed_in'; readonly role: string; readonly setCookie: readonly string[] }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'banned' }
  /** `of`: too many from the sender's address, or with this e-mail address from anywhere. */
  | { readonly kind: 'too_many'; readonly of: 'address' | 'email'; readonly retryAfterSeconds: number };

/**
 * Signs a person in with what they typed; `headers` are those of their request, for the attempt limit and the session.
 * @throws when better-auth answers with anything that is none of the results, such as a database that is down.
 */
export async function signIn(auth: AuthByOrigin, headers: Headers, form: SignInForm): Promise<SignInResult> {
  const response = await askAuth(auth, headers, form);
  switch (response.status) {
    case 200: {
      const { user } = (await response.json()) as { user: { role?: string } };
      return { kind: 'signed_in', role: user.role ?? 'customer', setCookie: response.headers.getSetCookie() };
    }
    // better-auth says 400 to what is no e-mail address at all.
    case 400:
    case 401:
      return { kind: 'wrong' };
    case 403:
      return { kind: 'banned' };
    case 429:
      return {
        kind: 'too_many',
        of: (await response.text()).includes(TOO_MANY_FOR_EMAIL) ? 'email' : 'address',
        retryAfterSeconds: Number(response.headers.get('X-Retry-After') ?? 60),
      };
    default:
      throw new Error(`The sign-in answered with status ${response.status}, expected 200, 400, 401, 403 or 429.`);
  }
}

/** Through the handler and not `auth.api`, because only the handler counts attempts. */
async function askAuth(auth: AuthByOrigin, headers: Headers, form: SignInForm): Promise<Response> {
  const origin = publicOrigin(headers) ?? 'http://localhost';
  const forwarded = new Headers({ 'content-type': 'application/json', origin });
  for (const name of ['host', 'user-agent', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']) {
    const value = headers.get(name);
    if (value !== null) forwarded.set(name, value);
  }
  const init = { method: 'POST', headers: forwarded, body: JSON.stringify(form) };
  return await auth.of(headers).handler(new Request(`${origin}/api/auth/sign-in/email`, init));
}
