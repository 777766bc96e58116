import { env } from '../../env.ts';
import { ENVIRONMENT_HEX, environmentTone } from '../../ui/desk/environment.ts';

export const contentType = 'image/svg+xml';
export const size = { width: 32, height: 32 };

// The name is the running installation's, which a build does not know.
export const dynamic = 'force-dynamic';

/** The desk's picture in the browser's tab, in the colour of the environment: two tabs of two installations differ. */
export default function DeskIcon(): Response {
  const fill = ENVIRONMENT_HEX[environmentTone(env().environmentName ?? null)];
  return new Response(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${fill}"/><g fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"><circle cx="11.5" cy="16" r="4.5"/><path d="M16 16h9.5M22 16v4"/></g></svg>`,
    { headers: { 'content-type': contentType, 'cache-control': 'no-cache' } },
  );
}
