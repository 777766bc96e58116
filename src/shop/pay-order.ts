import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Ended, Run } from '../engine/phased/definition.ts';
import type { Resource, Withheld } from '../idempotency/decide-right.ts';
import type { ExternalOperation } from '../idempotency/external-operation.ts';
import { type Refusal, refuse } from '../idempotency/refusal.ts';
import type { Tx } from '../postgres/guarded-tx.ts';
import { storableText } from './storable-text.ts';

/** Which order is paid, with which card token. */
export const payOrderInput = z.object({
  orderId: storableText().min(1).max(64),
  card: storableText().min(1).max(64),
});

/** What a payment is about. */
export const paidResource = ({ orderId }: z.output<typeof payOrderInput>): Resource => ({ type: 'order', id: orderId });

/** `amountCents` counts minor units of `currency` (ISO 4217). */
export type PaidOrder = {
  readonly paymentId: string;
  readonly orderId: string;
  readonly chargeId: string;
  readonly status: 'succeeded';
  readonly amountCents: number;
  readonly currency: string;
};

/** What a charge needs to know; the provider's adapter turns it into its own parameters. */
export type ChargeRequest = {
  readonly amountCents: number;
  readonly currency: string;
  readonly card: string;
  readonly orderId: string;
  readonly accountId: string;
};

export type CardOperations = { readonly chargeCard: ExternalOperation<ChargeRequest> };

/** Charges the card once and marks the order paid; refuses an order that is unknown, paid or being paid, one whose charge a person checks, and a declined card. */
export async function payOrder(
  run: Run,
  account: { readonly scope: string },
  input: z.output<typeof payOrderInput>,
  { chargeCard }: CardOperations,
): Promise<Ended<PaidOrder>> {
  const { orderId, card } = input;
  const right = await run.local('take the right', (tx) => takeRight(tx, account.scope, orderId));
  if (!right.taken) return await run.refuse(nothing, refuse(right.code, right.status, right.message));
  const { paymentId, amountCents, currency } = right;
  const charge = await run.external('charge', {
    operation: chargeCard,
    request: { amountCents, currency, card, orderId, accountId: account.scope },
  });
  if (charge.status === 'withheld') {
    return await run.refuse((tx) => failPayment(tx, paymentId, 'withheld'), notNow(orderId, charge.because));
  }
  if (charge.status === 'declined') {
    const undo = (tx: Tx) => failPayment(tx, paymentId, charge.code);
    return await run.refuse(undo, refuse('card_declined', 402, charge.message));
  }
  return await run.finish(async (tx) => {
    await tx.payment.update({
      where: { id: paymentId, status: 'pending' },
      data: { status: 'succeeded', chargeId: charge.providerId },
    });
    await tx.order.update({ where: { id: orderId }, data: { status: 'paid' } });
    return { paymentId, orderId, chargeId: charge.providerId, status: 'succeeded' as const, amountCents, currency };
  });
}

type Right =
  | { readonly taken: true; readonly paymentId: string; readonly amountCents: number; readonly currency: string }
  | { readonly taken: false; readonly code: string; readonly status: 404 | 409; readonly message: string };

/** A pending payment is the exclusive right to charge the order: a partial unique index lets one be. */
async function takeRight(tx: Tx, accountId: string, orderId: string): Promise<Right> {
  const order = await tx.order.findFirst({ where: { id: orderId, accountId } });
  if (!order) return { taken: false, code: 'no_such_order', status: 404, message: `There is no order ${orderId}.` };
  const { totalCents: amountCents, currency } = order;
  const paymentId = `pay_${randomUUID()}`;
  const { count } = await tx.payment.createMany({
    data: [{ id: paymentId, orderId, amountCents, currency }],
    skipDuplicates: true,
  });
  if (count === 1) return { taken: true, paymentId, amountCents, currency };
  return order.status === 'paid'
    ? { taken: false, code: 'already_paid', status: 409, message: `Order ${orderId} is paid already.` }
    : {
        taken: false,
        code: 'payment_in_progress',
        status: 409,
        message: `Order ${orderId} is being paid under another key.`,
      };
}

/** Why the order cannot be charged now, although nobody holds the right to it. */
function notNow(orderId: string, because: Withheld): Refusal {
  switch (because) {
    case 'alarm':
      return refuse(
        'payment_under_review',
        409,
        `A charge for order ${orderId} is being checked by a person; it cannot be paid again until that is done. Nothing was charged.`,
      );
    case 'kept':
      return refuse('already_paid', 409, `Order ${orderId} is paid already.`);
    case 'unsure':
      return refuse('payment_in_progress', 409, `Order ${orderId} is being paid under another key.`);
  }
}

async function failPayment(tx: Tx, paymentId: string, failureCode: string): Promise<void> {
  await tx.payment.update({
    where: { id: paymentId, status: 'pending' },
    data: { status: 'failed', failureCode },
  });
}

const nothing = async (): Promise<void> => {};
