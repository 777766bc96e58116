import type Stripe from 'stripe';

/** A card to charge: `amountCents` counts minor units of `currency` (ISO 4217), `card` is the provider's token of it. */
export type ChargeRequest = {
  readonly amountCents: number;
  readonly currency: string;
  readonly card: string;
  readonly orderId: string;
  readonly accountId: string;
  readonly description?: string | undefined;
};

/** What we write on each charge, so that a complete list tells whose it is. */
export const ON_CHARGE = { key: 'latchkey_key', order: 'order_id', account: 'account_id' } as const;

/** The parameters of a charge; the same request and key give the same ones, which the provider compares. */
export function chargeParameters(request: ChargeRequest, downstreamKey: string): Stripe.ChargeCreateParams {
  return {
    amount: request.amountCents,
    currency: request.currency.toLowerCase(),
    source: request.card,
    ...(request.description === undefined ? {} : { description: request.description }),
    metadata: {
      [ON_CHARGE.key]: downstreamKey,
      [ON_CHARGE.order]: request.orderId,
      [ON_CHARGE.account]: request.accountId,
    },
  };
}
