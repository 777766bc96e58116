import { withCheckedPaths } from './former-paths.ts';
import { t } from './init.ts';
import { PHASED_PATHS } from './phased-definitions.ts';
import { catalogRouter } from './routers/catalog.ts';
import { deskRouter } from './routers/desk.ts';
import { escrowRouter } from './routers/escrow.ts';
import { idempotencyRouter } from './routers/idempotency.ts';
import { ordersRouter } from './routers/orders.ts';

/** All that the app can do. */
export const appRouter = withCheckedPaths(
  t.router({
    catalog: catalogRouter,
    orders: ordersRouter,
    escrow: escrowRouter,
    idempotency: idempotencyRouter,
    desk: deskRouter,
  }),
  PHASED_PATHS,
);

export type AppRouter = typeof appRouter;
