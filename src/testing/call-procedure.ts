import { createTRPCClient, httpLink } from '@trpc/client';
import type { AnyTRPCRouter } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Actor } from '../auth/actor.ts';
import type { KeyRefusal } from '../idempotency/reason.ts';
import { superjson } from '../idempotency/wire.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { appRouter } from '../trpc/app-router.ts';
import { createContext } from '../trpc/context.ts';
import type { ErrorShape } from '../trpc/stored-answer.ts';
import { showFault } from './show-fault.ts';

/** A response as it came over the wire; `data` and `error` are what a client makes of it. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly replayed: boolean;
  readonly retryAfter: string | null;
  readonly data: unknown;
  /** What a 500 was made of, which no client is told; undefined for every other answer. A failed test prints it. */
  readonly cause: unknown;
  readonly error:
    | (ErrorShape & { data: { idempotency?: Omit<KeyRefusal, 'message'>; denied?: { reason: string } } })
    | undefined;
};

export type CallOptions = {
  readonly key?: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly router?: AnyTRPCRouter;
  readonly method?: 'POST' | 'GET';
};

/** Calls one procedure as this actor, as over HTTP but without signing in. */
export const callProcedureAs = async (
  { runtime, actor }: { readonly runtime: Runtime; readonly actor: Actor },
  path: string,
  input: unknown,
  options: CallOptions = {},
): Promise<Answer> =>
  readAnswer(
    await answer(
      { ...runtime, authenticate: async () => actor },
      requestOf('http://shop.test', path, input, options),
      options.router,
    ),
  );

/** Answers a request exactly as the app's route does. What a 500 was made of is printed when the test fails. */
export const answer = async (
  runtime: Runtime,
  request: Request,
  router: AnyTRPCRouter = appRouter,
): Promise<Response> => {
  let fault: unknown;
  const response = await fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router,
    createContext: (options) => createContext(runtime, options),
    onError: ({ error, path }) => {
      if (error.code !== 'INTERNAL_SERVER_ERROR') return;
      fault = error.cause ?? error;
      showFault(path, fault);
    },
  });
  faults.set(response, fault);
  return response;
};

/** What the 500s of this process were made of; of another process's the log tells. */
const faults = new WeakMap<Response, unknown>();

/** Headers of a call. */
export const headersOf = ({ key, apiKey, headers }: CallOptions): Record<string, string> => ({
  'content-type': 'application/json',
  ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  ...(key === undefined ? {} : { 'idempotency-key': key }),
  ...headers,
});

/** The HTTP request of one unbatched call; `input` may be a JSON text, to choose its bytes. */
const requestOf = (baseUrl: string, path: string, input: unknown, options: CallOptions): Request => {
  const body = typeof input === 'string' ? input : superjson.stringify(input);
  const isQuery = options.method === 'GET';
  return new Request(`${baseUrl}/api/trpc/${path}${isQuery ? `?input=${encodeURIComponent(body)}` : ''}`, {
    method: options.method ?? 'POST',
    headers: headersOf(options),
    ...(isQuery ? {} : { body }),
  });
};

const readAnswer = async (response: Response): Promise<Answer> => {
  const text = await response.text();
  const { result, error } = JSON.parse(text) as { result?: { data: never }; error?: never };
  return {
    status: response.status,
    headers: response.headers,
    text,
    cause: faults.get(response),
    replayed: response.headers.get('idempotency-replayed') === 'true',
    retryAfter: response.headers.get('retry-after'),
    data: result && superjson.deserialize(result.data),
    error: error && superjson.deserialize(error),
  };
};

/** Calls one procedure as over HTTP, without a server. */
export const callProcedure = async (
  runtime: Runtime,
  path: string,
  input: unknown,
  options: CallOptions = {},
): Promise<Answer> =>
  readAnswer(await answer(runtime, requestOf('http://shop.test', path, input, options), options.router));

/** Calls one procedure of a running app over HTTP; rejects when the connection ends without an answer. */
export const fetchProcedure = async (
  baseUrl: string,
  path: string,
  input: unknown,
  options: Omit<CallOptions, 'router'> = {},
): Promise<Answer> => readAnswer(await fetch(requestOf(baseUrl, path, input, options)));

/** The real tRPC client in front of the handler. */
export const clientOf = <Router extends AnyTRPCRouter>(runtime: Runtime, router: Router, options: CallOptions) =>
  createTRPCClient<Router>({
    links: [
      httpLink({
        url: 'http://shop.test/api/trpc',
        // The type of the option depends on the router's transformer, which a type parameter hides.
        transformer: superjson as never,
        headers: headersOf(options),
        fetch: (url, init) => answer(runtime, new Request(url as string, init as RequestInit), router),
      }),
    ],
  });
