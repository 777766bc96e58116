import { QueryClient } from '@tanstack/react-query';
import { superjson } from '../idempotency/wire.ts';

/** A cache of queries. The links retry, so it does not: layers that each retry multiply. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        // What the server rendered is not asked again at once. Five seconds: stock and orders may have moved after that.
        staleTime: 5_000,
      },
      dehydrate: { serializeData: (data: unknown) => superjson.serialize(data) },
      hydrate: { deserializeData: (data) => superjson.deserialize(data) },
    },
  });
