import { listProducts } from '../../shop/list-products.ts';
import { t } from '../init.ts';

export const catalogRouter = t.router({
  list: t.procedure.query(async ({ ctx }) => ({ items: await listProducts(ctx.runtime.database.prisma) })),
});
