/** What one round of load gave: calls a second, and how long each call took, in milliseconds. */
export type Load = { readonly perSecond: number; readonly latenciesMs: readonly number[] };

/** Makes `calls` calls, `callers` at a time. `call` gets the number of the call. */
export async function load(calls: number, callers: number, call: (n: number) => Promise<unknown>): Promise<Load> {
  const latenciesMs: number[] = [];
  let next = 0;
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < calls) {
        const n = next++;
        const sent = performance.now();
        await call(n);
        latenciesMs.push(performance.now() - sent);
      }
    }),
  );
  return { perSecond: (calls / (performance.now() - begin)) * 1_000, latenciesMs };
}
