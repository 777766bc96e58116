import { createTRPCClient, type TRPCClient, type TRPCLink } from '@trpc/client';
import type { AppRouter } from '../trpc/app-router.ts';
import { type LinkOptions, latchkeyLinks } from './links.ts';

export type LatchkeyClientOptions = Partial<LinkOptions> & {
  readonly url: string;
  /** Links above all others: loggers, error reporters. */
  readonly above?: readonly TRPCLink<AppRouter>[];
};

/** A typed client that keeps the key of an operation over all its attempts. Give the key as `context.idempotencyKey`. */
export const createLatchkeyClient = ({ above = [], ...options }: LatchkeyClientOptions): TRPCClient<AppRouter> =>
  createTRPCClient<AppRouter>({
    links: [
      ...above,
      ...latchkeyLinks({
        accountId: null,
        // Looked up at each request: a page may replace it, and `fetch` must be called on its own object.
        fetch: (...request) => globalThis.fetch(...request),
        isOnline: () => true,
        random: Math.random,
        ...options,
      }),
    ],
  });
