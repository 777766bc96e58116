import type { ExpectedEffect, LookupResult } from './external-operation.ts';

/** What is known of the calls that were made under one downstream key. */
export type CallHistory = {
  /** The last call can no longer be on its way: its time-out and some skew have passed, or the provider said that it ended. */
  readonly isOver: boolean;
  /** The provider still remembers the key, an hour to spare. */
  readonly keyWindowIsOpen: boolean;
  /** The provider replays a stored 5xx for this key: another call under it would only replay that. */
  readonly replaysServerError: boolean;
};

/** What to do about a call that began and whose end is not known. */
export type Recovery =
  | { readonly do: 'adopt'; readonly providerId: string }
  | { readonly do: 'decline'; readonly providerId: string | null; readonly code: string; readonly message: string }
  | { readonly do: 'ask_again'; readonly why: string }
  | { readonly do: 'call_again' }
  | { readonly do: 'next_ordinal' }
  | { readonly do: 'unknown'; readonly why: string };

/** Decides on a look-up's result. Nothing is guessed: what is neither found nor provably absent stays unknown. */
export function decideRecovery(found: LookupResult, history: CallHistory, expected: ExpectedEffect): Recovery {
  switch (found.found) {
    case 'succeeded': {
      const mismatch = mismatchOf(found, expected);
      return mismatch ? { do: 'unknown', why: mismatch } : { do: 'adopt', providerId: found.providerId };
    }
    case 'failed':
      return { do: 'decline', providerId: found.providerId, code: found.code, message: found.message };
    case 'pending':
      return { do: 'ask_again', why: `The provider has ${found.providerId} pending.` };
    case 'cannot_tell':
      return { do: 'unknown', why: found.why };
    case 'absent':
      if (!history.isOver)
        return { do: 'ask_again', why: 'The provider has nothing yet, and the last call may still be on its way.' };
      if (history.replaysServerError) return { do: 'next_ordinal' };
      if (history.keyWindowIsOpen) return { do: 'call_again' };
      return {
        do: 'unknown',
        why: 'The provider has nothing, and its key window is closed: a call could be a second one.',
      };
  }
}

function mismatchOf(found: Extract<LookupResult, { found: 'succeeded' }>, expected: ExpectedEffect): string | null {
  const { amount, account } = found;
  if (
    expected.amount &&
    (amount?.cents !== expected.amount.cents || !sameText(amount.currency, expected.amount.currency))
  ) {
    const seen = amount ? `${amount.cents} ${amount.currency}` : 'no amount';
    return `${found.providerId} is over ${seen}, the intent over ${expected.amount.cents} ${expected.amount.currency}.`;
  }
  if (expected.account !== null && account !== expected.account) {
    return `${found.providerId} belongs to account ${account ?? 'unknown'}, the intent to ${expected.account}.`;
  }
  return null;
}

/** Providers write currencies in either case. */
const sameText = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();
