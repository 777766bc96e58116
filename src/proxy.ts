import { type NextRequest, NextResponse } from 'next/server';

/** Gives each page a nonce of its own: only scripts that this very response carries may run (CSP Level 3). */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  // Next reads the nonce for its own scripts from the first, our layout for the theme's from the second.
  headers.set('content-security-policy', policy);
  headers.set('x-nonce', nonce);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

// Pages only: what never becomes a document needs no nonce, and keyed requests no detour.
export const config = { matcher: '/((?!api/|_next/static/|_next/image/).*)' };

function contentSecurityPolicy(nonce: string): string {
  // biome-ignore lint/style/noProcessEnv: fixed when the sources are built, not read from the environment.
  const isDevelopment = process.env.NODE_ENV === 'development';
  return [
    `default-src 'self'`,
    // React rebuilds server stacks with eval in development only.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? ` 'unsafe-eval'` : ''}`,
    // Popovers are placed by style attributes, which have no nonce; a style cannot run anything.
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
