import { RETRY_TABLE, type RetryRule } from '../idempotency/retry-table.ts';
import type { Failure } from './failure.ts';

/**
 * What to do about a failure. The rules are those of the one retry table, and three for failures that have no row in it:
 * - `final`: the business refused; the intent is settled.
 * - `sign_in`: the same key again, once the right person is signed in.
 * - `try_again`: the same key again, when a person asks for it.
 */
export type Advice =
  | { readonly do: 'after_delay'; readonly retryAfterMs?: number }
  | { readonly do: Exclude<RetryRule, 'after_delay'> | 'final' | 'sign_in' | 'try_again' };

/** Executes the retry table: the one answer of the client to every failure. */
export function whatNow(failure: Failure): Advice {
  switch (failure.kind) {
    case 'key': {
      const rule = RETRY_TABLE[failure.reason];
      return rule === 'after_delay' ? { do: rule, ...delayOf(failure) } : { do: rule };
    }
    case 'no_answer':
      return { do: 'after_delay', ...delayOf(failure) };
    case 'refused':
      return { do: 'final' };
    case 'input':
      return { do: 'mend_client' };
    case 'sign_in':
    case 'forbidden':
      return { do: 'sign_in' };
    case 'failed':
      return { do: 'try_again' };
  }
}

const delayOf = ({ retryAfterMs }: { readonly retryAfterMs?: number }) =>
  retryAfterMs === undefined ? {} : { retryAfterMs };

/** Is the intent over? Only then is its key forgotten, and only then may another key be made for the same form. */
export function settles(advice: Advice): boolean {
  switch (advice.do) {
    case 'final':
    case 'finished':
    case 'new_intent':
    case 'mend_client':
      return true;
    case 'after_delay':
    case 'ask_first':
    case 'sign_in':
    case 'try_again':
      return false;
  }
}
