import type { Fault } from './fault.ts';

/** What a card token of the sandbox means; `plain` ones are the emulator's own. */
export type CardToken =
  | { readonly kind: 'plain' | 'unknown' }
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'answer_lost' | 'lost_before' | '500_after' | '500_before' | '500_stored' }
  | { readonly kind: 'lookup_down'; readonly ms: number };

// The tokens of https://docs.stripe.com/testing that the emulator has; at any other it breaks, where Stripe refuses.
const PLAIN = new Set([
  'tok_visa',
  'tok_visa_debit',
  'tok_mastercard',
  'tok_mastercard_debit',
  'tok_mastercard_prepaid',
  'tok_amex',
  'tok_ca',
  'tok_chargeCustomerFail',
  'tok_riskLevelElevated',
  'tok_chargeDeclined',
  'tok_chargeDeclinedInsufficientFunds',
  'tok_chargeDeclinedFraudulent',
  'tok_chargeDeclinedIncorrectCvc',
  'tok_chargeDeclinedExpiredCard',
  'tok_chargeDeclinedProcessingError',
  'tok_createDispute',
  'tok_createDisputeProductNotReceived',
  'tok_createDisputeInquiry',
  'tok_429',
  'tok_500',
]);
const WORDS = /^tok_(answer_lost|lost_before|500_after|500_before|500_stored)$/;
// Up to ten minutes: longer than any wait that somebody would sit through.
const TIMED = /^tok_(slow|lookup_down)_(\d{1,6})$/;
const LONGEST_MS = 600_000;

/** Reads a card token. */
export function parseCardToken(token: string): CardToken {
  const word = WORDS.exec(token)?.[1];
  if (word) return { kind: word as 'answer_lost' };
  const [, timed, ms] = TIMED.exec(token) ?? [];
  if (timed) return { kind: timed as 'slow', ms: Math.min(Number(ms), LONGEST_MS) };
  return { kind: PLAIN.has(token) ? 'plain' : 'unknown' };
}

/** What happened before to the calls of one key, and of one purchase. */
export type TokenHistory = {
  /** This key was called before. */
  readonly seen: boolean;
  /** The key for which this purchase has a stored error; null when it has none yet. */
  readonly storedErrorKey: string | null;
  readonly key: string;
};

/** The faults of one call with a card token. */
export function faultsOf(token: CardToken, { seen, storedErrorKey, key }: TokenHistory): readonly Fault[] {
  switch (token.kind) {
    case 'plain':
    case 'unknown':
      return [];
    case 'slow':
      return [{ do: 'delay', ms: token.ms }];
    case 'answer_lost':
      return [{ do: 'drop_after' }];
    case 'lost_before':
      return seen ? [] : [{ do: 'drop_before' }];
    case '500_after':
      return [{ do: seen ? 'error_after_stored' : 'error_after' }];
    case '500_before':
      return seen ? [] : [{ do: 'error_before' }];
    case '500_stored':
      if (storedErrorKey === null) return [{ do: 'error_before' }];
      return storedErrorKey === key ? [{ do: 'error_stored' }] : [];
    case 'lookup_down':
      return [{ do: 'hide', ms: token.ms }, { do: 'drop_after' }];
  }
}
