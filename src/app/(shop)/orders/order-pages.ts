import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from '../../../trpc/app-router.ts';

/** The pages of the signed-in account's orders; the same query on the server and in the browser. */
export const orderPages = (trpc: TRPCOptionsProxy<AppRouter>) =>
  trpc.orders.list.infiniteQueryOptions({ limit: 20 }, { getNextPageParam: (page) => page.nextCursor });
