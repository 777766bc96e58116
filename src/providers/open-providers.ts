import { chargeCard } from './cards/charge-card.ts';
import { submitEscrow } from './ledger/submit-escrow.ts';

/** Where the outside world is: with a key, cards are charged at Stripe itself; the ledger is always at `providerUrl`. */
export type ProviderSettings = {
  readonly providerUrl: string;
  readonly stripeSecretKey: string | undefined;
};

/** Everything that the app does outside its database. */
export function openProviders({ providerUrl, stripeSecretKey }: ProviderSettings) {
  return {
    chargeCard: chargeCard(
      stripeSecretKey ? { kind: 'stripe', secretKey: stripeSecretKey } : { kind: 'sandbox', url: providerUrl },
    ),
    submitEscrow: submitEscrow(providerUrl),
  };
}

/** The operations that phased work is given. */
export type Providers = ReturnType<typeof openProviders>;
