import type { Failure } from '../failure.ts';
import type { RetryNote } from '../operation.ts';
import { type Advice, settles, whatNow } from '../what-now.ts';
import type { Intent } from './intent.ts';

/** Why an intent is on its way: a person pressed, a page was loaded, or it goes again, maybe on a person's own word. */
export type Why = 'submitted' | 'restored' | 'again' | 'asking' | 'vouched_for';

/** How an intent stands, as its page shows it. */
export type IntentState<Answer> =
  /** Nothing is asked for: the form is free. */
  | { readonly phase: 'none' }
  /** On its way, or waiting for the network or for the next attempt. */
  | { readonly phase: 'sending'; readonly intent: Intent; readonly why: Why; readonly retry: RetryNote | null }
  /** No attempt is under way and the outcome is open. The form stays closed; the same key may go again. */
  | { readonly phase: 'open'; readonly intent: Intent; readonly failure: Failure; readonly advice: Advice }
  /** Older than its answer is kept, and the server knows nothing of it any more: only a person can say what to do. */
  | { readonly phase: 'forgotten'; readonly intent: Intent }
  | { readonly phase: 'succeeded'; readonly intent: Intent; readonly answer: Answer }
  | { readonly phase: 'refused'; readonly intent: Intent; readonly failure: Failure; readonly advice: Advice };

export type IntentEvent<Answer> =
  | { readonly type: 'submitted' | 'restored' | 'counted'; readonly intent: Intent }
  | { readonly type: 'sent_again' }
  | { readonly type: 'retrying'; readonly note: RetryNote }
  | { readonly type: 'answered'; readonly answer: Answer }
  | { readonly type: 'failed'; readonly failure: Failure }
  | { readonly type: 'unheard_of' }
  | { readonly type: 'dismissed' };

/** The next state. An event that does not fit the state changes nothing: it is late. */
export function reduce<Answer>(state: IntentState<Answer>, event: IntentEvent<Answer>): IntentState<Answer> {
  switch (event.type) {
    case 'submitted':
    case 'restored':
      if (isUnsettled(state)) return state;
      return { ...sending(event.intent), why: event.type };
    case 'counted':
      return isUnsettled(state) ? { ...state, intent: event.intent } : state;
    case 'sent_again':
      if (state.phase === 'forgotten') return { ...sending(state.intent), why: 'vouched_for' };
      if (state.phase !== 'open') return state;
      return { ...sending(state.intent), why: state.advice.do === 'ask_first' ? 'asking' : 'again' };
    case 'retrying':
      return state.phase === 'sending' ? { ...state, retry: event.note } : state;
    case 'answered':
      return isUnsettled(state) ? { phase: 'succeeded', intent: state.intent, answer: event.answer } : state;
    case 'failed': {
      if (!isUnsettled(state)) return state;
      const advice = whatNow(event.failure);
      return { phase: settles(advice) ? 'refused' : 'open', intent: state.intent, failure: event.failure, advice };
    }
    case 'unheard_of':
      return state.phase === 'sending' ? { phase: 'forgotten', intent: state.intent } : state;
    case 'dismissed':
      return state.phase === 'sending' || state.phase === 'open' ? state : { phase: 'none' };
  }
}

const sending = (intent: Intent) => ({ phase: 'sending', intent, retry: null }) as const;

export type Unsettled<Answer> = Extract<IntentState<Answer>, { readonly phase: 'sending' | 'open' | 'forgotten' }>;

/** Is there an intent whose outcome is open? Until it is settled no other may be made in its place. */
export const isUnsettled = <Answer>(state: IntentState<Answer>): state is Unsettled<Answer> =>
  state.phase === 'sending' || state.phase === 'open' || state.phase === 'forgotten';
