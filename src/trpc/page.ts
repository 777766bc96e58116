import 'server-only';
import type { QueryClient } from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { headers } from 'next/headers';
import { cache } from 'react';
import type { Actor } from '../auth/actor.ts';
import { runtime } from '../runtime/instance.ts';
import { log } from '../runtime/log.ts';
import { appRouter } from './app-router.ts';
import type { Context } from './context.ts';

/** Who looks at the page; `unreachable` when the database could not say, which is not the same as nobody. */
export const pageActor = cache(async (): Promise<Actor | { readonly kind: 'unreachable' }> => {
  const requestHeaders = await headers();
  try {
    return await runtime().authenticate(requestHeaders);
  } catch (error) {
    log.error({ err: error }, 'Nobody could say who looks at a page.');
    return { kind: 'unreachable' };
  }
});

/** Options of queries that a page makes while it is rendered, for the same cache keys that the browser has. */
export const pageQueries = (queryClient: QueryClient) =>
  createTRPCOptionsProxy({ router: appRouter, ctx: pageContext, queryClient });

async function pageContext(): Promise<Context> {
  const actor = await pageActor();
  return {
    runtime: runtime(),
    actor: actor.kind === 'unreachable' ? { kind: 'nobody', why: 'The database did not answer.' } : actor,
    requestId: crypto.randomUUID(),
    headers: new Headers(),
    resHeaders: new Headers(),
    callsInRequest: 1,
    isStreamed: false,
    dueAt: performance.now() + runtime().engine.limits.answerMs,
  };
}
