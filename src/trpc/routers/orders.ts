import { getOrder, getOrderInput } from '../../shop/get-order.ts';
import { listOrders, listOrdersInput } from '../../shop/list-orders.ts';
import { payOrderInput } from '../../shop/pay-order.ts';
import { type PlacedOrder, placeOrder, placeOrderInput } from '../../shop/place-order.ts';
import { idempotentProcedure } from '../idempotent.ts';
import { t } from '../init.ts';
import { phasedProcedure } from '../phased.ts';
import { accountProcedure } from '../procedures.ts';

export const ordersRouter = t.router({
  place: idempotentProcedure
    .input(placeOrderInput, { resourceId: (order: PlacedOrder) => order.orderId })
    .mutation(({ ctx, input }) => placeOrder(ctx.tx, ctx.accountId, input)),
  pay: phasedProcedure.input(payOrderInput).mutation((definitions) => definitions.payOrder),
  get: accountProcedure.input(getOrderInput).query(async ({ ctx, input }) => ({
    order: await getOrder(ctx.runtime.database.prisma, ctx.account.accountId, input),
  })),
  list: accountProcedure
    .input(listOrdersInput)
    .query(({ ctx, input }) => listOrders(ctx.runtime.database.prisma, ctx.account.accountId, input)),
});
