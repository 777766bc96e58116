/** Twice the 15 s within which the server ends a run: a request that is silent for longer has lost its connection. */
const ATTEMPT_TIMEOUT_MS = 30_000;

/** A fetch whose every request ends, at the latest after 30 s, so that a retry gets its turn. */
export const fetchWithin =
  (fetch: typeof globalThis.fetch) =>
  (url: RequestInfo | URL | string, init: { signal?: AbortSignal | null | undefined } = {}): Promise<Response> => {
    const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
    return fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout });
  };
