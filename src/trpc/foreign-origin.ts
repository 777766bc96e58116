import { publicOrigin } from '../auth/public-origin.ts';

/**
 * Refuses a state-changing request that a browser sends from another site, and one with cookies that says nothing of where
 * it comes from. Callers without a browser send neither header and no cookie.
 * Source: OWASP, Cross-Site Request Forgery Prevention (Fetch Metadata, verifying the origin).
 */
export function refuseForeignOrigin(request: Request): Response | null {
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const isForeignSite = site !== null && site !== 'same-origin' && site !== 'none';
  const isForeignOrigin = origin !== null && hostOf(origin) !== hostOf(publicOrigin(request.headers));
  // A browser names the origin of each POST; whoever has its cookies and names none is not telling.
  const isSilent = origin === null && site === null && request.headers.has('cookie');
  if (!isForeignSite && !isForeignOrigin && !isSilent) return null;
  return Response.json(
    { error: `Refused: a mutation may not be sent from another site (origin ${origin ?? 'unknown'}).` },
    { status: 403 },
  );
}

const hostOf = (origin: string | null): string | null =>
  origin !== null && URL.canParse(origin) ? new URL(origin).host : null;
