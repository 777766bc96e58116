import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { runtime } from '../runtime/instance.ts';
import { log } from '../runtime/log.ts';
import { appRouter } from './app-router.ts';
import { createContext } from './context.ts';
import { refuseForeignOrigin } from './foreign-origin.ts';
import { refuseOversizedBody } from './oversized-body.ts';

/** Answers a tRPC request over HTTP at /api/trpc. */
export async function answerTrpc(request: Request): Promise<Response> {
  const refused = refuseForeignOrigin(request) ?? refuseOversizedBody(request);
  if (refused) return refused;
  return await fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router: appRouter,
    createContext: (options) => createContext(runtime(), options),
    onError: ({ error, path, ctx }) => {
      if (error.code !== 'INTERNAL_SERVER_ERROR') return;
      log.error({ err: error.cause ?? error, path, requestId: ctx?.requestId }, 'A procedure failed.');
    },
  });
}
