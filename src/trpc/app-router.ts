import { withCheckedPaths } from './former-paths.ts';
import { t } from './init.ts';
import { PHASED_PATHS } from './phased-definitions.ts';
import { protectedRouter } from './protection.ts';
import { catalogRouter } from './routers/catalog.ts';
import { deskRouter } from './routers/desk.ts';
import { escrowRouter } from './routers/escrow.ts';
import { idempotencyRouter } from './routers/idempotency.ts';
import { ordersRouter } from './routers/orders.ts';

/**
 * All that the app can do. Throws when it is loaded with a mutation that is neither protected nor says why not, or with two
 * procedures that claim one path.
 */
export const appRouter = withCheckedPaths(
  protectedRouter(
    t.router({
      catalog: catalogRouter,
      orders: ordersRouter,
      escrow: escrowRouter,
      idempotency: idempotencyRouter,
      desk: deskRouter,
    }),
  ),
  PHASED_PATHS,
);

export type AppRouter = typeof appRouter;
