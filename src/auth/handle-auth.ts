import type { AuthByOrigin } from './auth-by-origin.ts';

/** All that is needed from outside; better-auth's many other routes stay closed. */
const OPEN_PATHS = new Set(['/api/auth/sign-in/email', '/api/auth/sign-out', '/api/auth/get-session']);

/** Answers a request to /api/auth over HTTP: better-auth checks the origin and counts the attempts. */
export async function handleAuth(auth: AuthByOrigin, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!OPEN_PATHS.has(pathname)) return Response.json({ error: `There is no ${pathname}.` }, { status: 404 });
  return await auth.of(request.headers).handler(request);
}
