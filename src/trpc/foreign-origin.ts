import { publicOrigin } from '../auth/public-origin.ts';

/**
 * Refuses a state-changing request that a browser sends from another site. Callers without a browser send neither header.
 * Source: OWASP, Cross-Site Request Forgery Prevention (Fetch Metadata, verifying the origin).
 */
export function refuseForeignOrigin(request: Request): Response | null {
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const isForeignSite = site !== null && site !== 'same-origin' && site !== 'none';
  const isForeignOrigin = origin !== null && hostOf(origin) !== hostOf(publicOrigin(request.headers));
  if (!isForeignSite && !isForeignOrigin) return null;
  return Response.json(
    { error: `Refused: a mutation may not be sent from another site (origin ${origin ?? 'unknown'}).` },
    { status: 403 },
  );
}

const hostOf = (origin: string | null): string | null =>
  origin !== null && URL.canParse(origin) ? new URL(origin).host : null;
