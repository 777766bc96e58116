/** An answer of the ledger: its status, and its JSON, or undefined for a body that is none. */
export type LedgerAnswer = { readonly status: number; readonly body: unknown };

/** Sends one request to the ledger and reads its answer within `withinMs`. Throws what the connection throws. */
export async function callLedger(
  url: URL,
  { withinMs, signal, post }: { withinMs: number; signal?: AbortSignal | undefined; post?: unknown },
): Promise<LedgerAnswer> {
  const answer = await fetch(url, {
    signal: AbortSignal.any([AbortSignal.timeout(withinMs), ...(signal ? [signal] : [])]),
    // Next gives pages a `fetch` that can remember answers.
    cache: 'no-store',
    redirect: 'error',
    ...(post === undefined
      ? {}
      : { method: 'POST', body: JSON.stringify(post), headers: { 'content-type': 'application/json' } }),
  });
  const text = await answer.text();
  return { status: answer.status, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
