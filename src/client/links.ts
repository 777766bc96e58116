import { httpBatchLink, httpLink, splitLink, type TRPCLink } from '@trpc/client';
import { superjson } from '../idempotency/wire.ts';
import type { AppRouter } from '../trpc/app-router.ts';
import { attemptLink } from './attempt-link.ts';
import { fetchWithin } from './fetch-within.ts';
import { keyLink } from './key-link.ts';
import { operationOf } from './operation.ts';
import { type RetryOptions, retryByTableLink } from './retry-by-table-link.ts';

export type LinkOptions = RetryOptions & {
  readonly url: string;
  /** The account for whom this page was made. The server refuses to act for another one that signed in since. */
  readonly accountId: string | null;
  readonly fetch: typeof fetch;
};

/**
 * The chain of a client: key, retries, count of attempts, then mutations each in a request of its own (one HTTP batch has one set of headers,
 * so one key) and queries batched.
 */
export function latchkeyLinks(options: LinkOptions): TRPCLink<AppRouter>[] {
  const shared = { url: options.url, transformer: superjson, fetch: fetchWithin(options.fetch) };
  const account: Record<string, string> = options.accountId === null ? {} : { 'Expected-Account': options.accountId };
  return [
    keyLink(),
    retryByTableLink(options),
    attemptLink(),
    splitLink({
      condition: (op) => op.type === 'mutation',
      true: httpLink({ ...shared, headers: ({ op }) => ({ ...account, ...keyHeaders(op.context) }) }),
      false: httpBatchLink({ ...shared, headers: account }),
    }),
  ];
}

function keyHeaders(context: Readonly<Record<string, unknown>>): Record<string, string> {
  const operation = operationOf(context);
  if (!operation) return {};
  const { key, attempt } = operation;
  return { 'Idempotency-Key': key, ...(attempt > 1 ? { 'Idempotency-Attempt': String(attempt) } : {}) };
}
