import { faultsOf, parseCardToken } from './card-token.ts';
import type { DueFault } from './fault-rules.ts';

/** What the card tokens of the sandbox do to charges, and what the emulator gets in their place. */
export class CardTokens {
  readonly #seenKeys = new Set<string>();
  readonly #storedErrors = new Map<string, string>();

  /** The faults that a charge's token orders, and notes that its key was called. */
  take(parameters: URLSearchParams, key: string | undefined): readonly DueFault[] {
    const token = parseCardToken(parameters.get('source') ?? '');
    // Without a key each call is one of its own.
    const name = key ?? `no key ${this.#seenKeys.size}`;
    const purchase = purchaseOf(parameters);
    const storedErrorKey = this.#storedErrors.get(purchase) ?? null;
    const faults = faultsOf(token, { seen: this.#seenKeys.has(name), storedErrorKey, key: name });
    this.#seenKeys.add(name);
    if (token.kind === '500_stored' && storedErrorKey === null) this.#storedErrors.set(purchase, name);
    return faults.map((fault) => ({ fault, hold: async () => 'go' }));
  }

  /** The parameters for the emulator, which knows no such tokens; it notes ours, so that another card is still another. */
  translate(parameters: URLSearchParams, declined: boolean): string {
    const token = parameters.get('source') ?? '';
    if (!declined && parseCardToken(token).kind === 'plain') return parameters.toString();
    const translated = new URLSearchParams(parameters);
    translated.set('source', declined ? 'tok_chargeDeclined' : 'tok_visa');
    translated.set('metadata[sandbox_card]', token);
    return translated.toString();
  }
}

/** The order that is paid for, or without one the charge's own facts: the same under whichever key it is tried. */
function purchaseOf(parameters: URLSearchParams): string {
  return parameters.get('metadata[order_id]') ?? `${parameters.get('amount')} ${parameters.get('description')}`;
}
