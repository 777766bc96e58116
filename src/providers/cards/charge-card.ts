import type { ExternalOperation } from '../../idempotency/external-operation.ts';
import type { ChargeRequest } from './charge-request.ts';
import { type CardProvider, connectStripe } from './connect.ts';
import { lookUpCharge } from './look-up-charge.ts';
import { performCharge } from './perform-charge.ts';

// The charges API, which the emulator speaks too; Stripe serves every version for good.
const API_VERSION = '2020-08-27';
// Most charges take one or two seconds and a slow issuer's up to ten; half the default lease still outlasts this.
const TIMEOUT_MS = 15_000;
// "Keys can be removed automatically after they're at least 24 hours old" (https://docs.stripe.com/api/idempotent_requests).
const KEY_WINDOW_MS = 24 * 3_600_000;

/** Charging a card through Stripe's API: once for each downstream key, and findable by it. */
export function chargeCard(provider: CardProvider): ExternalOperation<ChargeRequest> {
  const withStripe = connectStripe(provider);
  const limits = { timeoutMs: TIMEOUT_MS, apiVersion: API_VERSION, keyWindowMs: KEY_WINDOW_MS };
  return {
    // Two worlds: a call begun in one is never looked up, let alone repeated, in the other.
    provider: provider.kind === 'stripe' ? 'stripe' : 'stripe sandbox',
    operation: 'charges.create',
    ...limits,
    expects: ({ amountCents, currency, accountId }) => ({
      amount: { cents: amountCents, currency },
      account: accountId,
    }),
    perform: (call) => performCharge(withStripe, limits, call),
    lookup: (call) => lookUpCharge(withStripe, limits, call),
  };
}
