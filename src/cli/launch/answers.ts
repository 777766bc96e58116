// A request that takes longer counts as no answer; the next try is a moment later.
const ANSWER_TIMEOUT_MS = 2_000;
const BETWEEN_TRIES_MS = 100;

/**
 * Resolves to true once the web process answers on /api/health, to false when `signal` ends the wait. Any status will do:
 * 503 says that the database is away, which no restart of the web process mends.
 */
export async function waitUntilItAnswers(port: number, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    if (await answers(port, signal)) return true;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
  }
  return false;
}

async function answers(port: number, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
    });
    await answer.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
