import { UNAVAILABLE_RETRY_MS } from '../postgres/failure.ts';
import type { AuthByOrigin } from './auth-by-origin.ts';

/** All that is needed from outside; better-auth's many other routes stay closed. */
const OPEN_PATHS = new Set(['/api/auth/sign-in/email', '/api/auth/sign-out', '/api/auth/get-session']);

export type SignInParts = {
  readonly auth: AuthByOrigin;
  /** Told of faults that nobody else reports. */
  report(message: string, error: unknown): void;
};

/**
 * Answers a request to /api/auth over HTTP: better-auth checks the origin and counts the attempts. What keeps it from
 * answering is a database that is away: 503 with `Retry-After`, as for a procedure whose sender cannot be found out.
 */
export async function handleAuth({ auth, report }: SignInParts, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!OPEN_PATHS.has(pathname)) return Response.json({ error: `There is no ${pathname}.` }, { status: 404 });
  try {
    const response = await auth.of(request.headers).handler(request);
    // better-auth reports what it answers 500 to, and says nothing in it.
    return response.status < 500 ? response : unavailable();
  } catch (error) {
    report('A sign-in request failed and was answered 503.', error);
    return unavailable();
  }
}

const unavailable = (): Response =>
  Response.json(
    { error: 'Sign-in cannot be answered at the moment. It is safe to send the same request again.' },
    { status: 503, headers: { 'retry-after': String(UNAVAILABLE_RETRY_MS / 1_000) } },
  );
