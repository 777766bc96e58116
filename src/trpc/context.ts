import type { FetchCreateContextFnOptions } from '@trpc/server/adapters/fetch';
import type { Actor } from '../auth/actor.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { inTime } from './answer-in-time.ts';
import { refuseUnknownSender } from './database-gone.ts';
import { noteHttpCalls } from './over-http.ts';

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
  /** When the caller is answered at the latest, in milliseconds of `performance.now()`. */
  readonly dueAt: number;
};

/** Makes the context of one HTTP request: authenticates, and gives the request an id. */
export async function createContext(runtime: Runtime, options: FetchCreateContextFnOptions): Promise<Context> {
  const { req, resHeaders, info } = options;
  noteHttpCalls(info);
  const requestId = crypto.randomUUID();
  const dueAt = performance.now() + runtime.engine.limits.answerMs;
  resHeaders.set('x-request-id', requestId);
  resHeaders.set('cache-control', 'no-store');
  return {
    runtime,
    actor: await findActor(runtime, options, dueAt),
    requestId,
    headers: req.headers,
    resHeaders,
    callsInRequest: info.calls.length,
    isStreamed: info.accept === 'application/jsonl',
    dueAt,
  };
}

/** Fails closed: who cannot be asked for is nobody yet, and may send the same key again. */
async function findActor(
  runtime: Runtime,
  { req, resHeaders }: FetchCreateContextFnOptions,
  dueAt: number,
): Promise<Actor> {
  try {
    return await inTime(runtime.authenticate(req.headers), dueAt);
  } catch (error) {
    runtime.engine.report('A sender could not be found out; the request was answered 503.', error);
    throw refuseUnknownSender({ resHeaders });
  }
}
