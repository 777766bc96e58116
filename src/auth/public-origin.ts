const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?$/i;

/**
 * The origin under which the sender reached us, such as `https://shop.example`: a proxy's `X-Forwarded-Host` and
 * `X-Forwarded-Proto` before the request's own `Host`. A caller may forge them, and so only describes itself: a browser
 * lets no foreign page set either. Null when they name no host.
 */
export function publicOrigin(headers: Headers): string | null {
  const host = first(headers.get('x-forwarded-host')) ?? headers.get('host');
  if (!host || !HOST.test(host)) return null;
  const scheme = first(headers.get('x-forwarded-proto')) === 'https' ? 'https' : 'http';
  const url = `${scheme}://${host}`;
  return URL.canParse(url) ? new URL(url).origin : null;
}

/** Proxies in a row append to the header; the first entry is what the browser asked for. */
const first = (value: string | null): string | undefined => value?.split(',')[0]?.trim();
