import type { ExpectedEffect, LookupResult } from './external-operation.ts';

/** What is known of the calls that were made under one downstream key. */
export type OpenCall = {
  /** As it is stored; `absent` was settled as never sent, or as having had no effect. */
  readonly state: 'intended' | 'confirmed' | 'absent' | 'failed' | 'cannot_tell';
  /** The last call can no longer be on its way: its time-out and some skew have passed, or the provider said that it ended. */
  readonly isOver: boolean;
  /** The provider still remembers the key, an hour to spare, or has never seen it. */
  readonly keyWindowIsOpen: boolean;
  /** The provider replays a stored 5xx for this key: another call under it would only replay that. */
  readonly replaysServerError: boolean;
  /** Which key of the step this is, from 1. */
  readonly ordinal: number;
};

/** Ordinals of one step: each needs a stored server error of the provider and an authoritative absence. */
export const MAX_ORDINALS = 3;

/** What to do about a call that began and whose end is not known. */
export type Recovery =
  | { readonly do: 'adopt'; readonly providerId: string }
  | { readonly do: 'decline'; readonly providerId: string | null; readonly code: string; readonly message: string }
  | { readonly do: 'ask_again'; readonly why: string }
  | { readonly do: 'call_again' }
  | { readonly do: 'next_ordinal' }
  | { readonly do: 'unknown'; readonly why: string };

/**
 * Decides on a look-up's result, for the run itself and for a record that is unknown. Nothing is guessed: what is neither found
 * nor provably absent stays unknown.
 */
export function decideRecovery(found: LookupResult, call: OpenCall, expected: ExpectedEffect): Recovery {
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
      return call.isOver
        ? decideAbsent(call)
        : { do: 'ask_again', why: 'The provider has nothing yet, and the last call may still be on its way.' };
  }
}

/** What goes before a look-up: a call that is settled as absent is made again while it may be; everything else is looked up. */
export function decideFirst(call: OpenCall): 'call_again' | 'next_ordinal' | 'look_up' {
  if (call.state !== 'absent') return 'look_up';
  const recovery = decideAbsent(call);
  return recovery.do === 'unknown' ? 'look_up' : recovery.do;
}

/** Does the run get any further by this? Where it does not, an unknown record stays as it is, and the back-off goes on. */
export function isProgress(recovery: Recovery): boolean {
  switch (recovery.do) {
    case 'adopt':
    case 'decline':
    case 'call_again':
    case 'next_ordinal':
      return true;
    case 'ask_again':
    case 'unknown':
      return false;
  }
}

type Absent = Extract<Recovery, { do: 'call_again' | 'next_ordinal' | 'unknown' }>;

function decideAbsent({ replaysServerError, ordinal, keyWindowIsOpen }: OpenCall): Absent {
  if (replaysServerError) return ordinal < MAX_ORDINALS ? { do: 'next_ordinal' } : { do: 'unknown', why: SPENT };
  return keyWindowIsOpen ? { do: 'call_again' } : { do: 'unknown', why: WINDOW_CLOSED };
}

const SPENT = `The provider has nothing, and answered ${MAX_ORDINALS} ordinals with a server error that it keeps: no further call is made.`;

const WINDOW_CLOSED = 'The provider has nothing, and its key window is closed: a call could be a second one.';

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
