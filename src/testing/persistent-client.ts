import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, fetchProcedure } from './call-procedure.ts';

/** A call that is sent again under its one key until somebody answers it for good. */
export type Persistent = { readonly answer: Answer; readonly sends: number };

/** Of 50 clients that ask each other's server, no faster than the app advises for work that is nearly done. */
const LONGEST_PAUSE_MS = 250;
/** Longer than any call of these tests; a server that was killed resets the connection at once. */
const ANSWERS_WITHIN_MS = 20_000;

/**
 * Sends the call to one server after the other, under the same key, until it is answered with a success or a final refusal. No
 * answer, 409 with a reason of the key's and 503 are none. Rejects when `signal` is aborted.
 */
export const callUntilAnswered = async (
  urls: readonly string[],
  call: { readonly path: string; readonly input: unknown; readonly key: string; readonly apiKey: string },
  signal: AbortSignal,
): Promise<Persistent> => {
  const first = Math.floor(Math.random() * urls.length);
  for (let sends = 1; ; sends++) {
    signal.throwIfAborted();
    const headers = sends === 1 ? {} : { 'idempotency-attempt': String(sends) };
    const url = urls[(first + sends) % urls.length] ?? '';
    const answer = await Promise.race([
      fetchProcedure(url, call.path, call.input, { key: call.key, apiKey: call.apiKey, headers }).catch(() => null),
      wait(ANSWERS_WITHIN_MS, null, { ref: false }),
    ]);
    const isOpen = answer === null || answer.error?.data.idempotency !== undefined || answer.status >= 500;
    if (!isOpen) return { answer, sends };
    const advisedMs = answer?.error?.data.idempotency?.retryAfterMs ?? LONGEST_PAUSE_MS;
    await wait(Math.random() * Math.min(advisedMs, LONGEST_PAUSE_MS));
  }
};
