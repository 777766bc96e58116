import type { FetchCreateContextFnOptions } from '@trpc/server/adapters/fetch';
import type { Actor } from '../auth/actor.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** What every procedure gets: who asks, with which key, and the process's parts. */
export type Context = {
  readonly runtime: Runtime;
  readonly actor: Actor;
  readonly requestId: string;
  readonly headers: Headers;
  readonly resHeaders: Headers;
  /** Calls that share this request's headers. */
  readonly callsInRequest: number;
  /** The response is streamed, so that its status goes out before any result exists. */
  readonly isStreamed: boolean;
};

/** Makes the context of one HTTP request: authenticates, and gives the request an id. */
export async function createContext(runtime: Runtime, options: FetchCreateContextFnOptions): Promise<Context> {
  const { req, resHeaders, info } = options;
  const requestId = crypto.randomUUID();
  resHeaders.set('x-request-id', requestId);
  resHeaders.set('cache-control', 'no-store');
  return {
    runtime,
    actor: await runtime.authenticate(req.headers),
    requestId,
    headers: req.headers,
    resHeaders,
    callsInRequest: info.calls.length,
    isStreamed: info.accept === 'application/jsonl',
  };
}
