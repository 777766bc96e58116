import type { Failure } from '../../client/failure.ts';
import type { IntentState } from '../../client/intent/state.ts';
import type { Advice } from '../../client/what-now.ts';
import type { NoticeProps } from '../notice.tsx';

/** What a notice offers to do. */
export type IntentAction = 'send_again' | 'sign_in' | 'see_orders' | 'dismiss';

export type IntentWords = {
  readonly tone: NoticeProps['tone'];
  readonly title: string;
  readonly body: string;
  readonly actions: readonly (readonly [action: IntentAction, label: string])[];
};

/** What a customer is told about an order that is on its way or did not go through; null when there is nothing to say. */
export function intentWords(state: IntentState<unknown>, isOffline: boolean): IntentWords | null {
  switch (state.phase) {
    case 'none':
    case 'succeeded':
      return null;
    case 'sending':
      return isOffline ? OFFLINE : whileSending(state);
    case 'open':
      return whileOpen(state.failure, state.advice);
    case 'forgotten':
      return FORGOTTEN;
    case 'refused':
      return afterRefusal(state.failure, state.advice);
  }
}

const waiting = (title: string, body: string): IntentWords => ({ tone: 'accent', title, body, actions: [] });

const OFFLINE = waiting(
  'You are offline',
  'The order is kept in this tab and goes out, with the same key, as soon as there is a connection.',
);

const FORGOTTEN: IntentWords = {
  tone: 'warning',
  title: 'Was this order placed?',
  body: 'It was sent long ago and its answer never arrived. The shop no longer remembers its key, so sending it now may order a second time. Look at your orders before you decide.',
  actions: [
    ['see_orders', 'See orders'],
    ['send_again', 'Not there: send it'],
    ['dismiss', 'It is there: discard this'],
  ],
};

function whileSending({ why, retry }: Extract<IntentState<unknown>, { phase: 'sending' }>): IntentWords | null {
  if (retry) {
    return waiting(
      `Attempt ${retry.attempt} brought no answer`,
      'The same request goes out again, with the same key. However often it is sent, it is one order.',
    );
  }
  if (why === 'restored') {
    return waiting(
      'Picking up where you left',
      'This order was on its way when the page was loaded. It is sent again with the same key.',
    );
  }
  return null;
}

const AGAIN = [['send_again', 'Try again']] as const;

/** Not settled: every button here sends the same key. */
function whileOpen(failure: Failure, advice: Advice): IntentWords {
  if (advice.do === 'sign_in') {
    return {
      tone: 'warning',
      title: 'Sign in to finish this order',
      body: `${failure.message} The order is kept in this tab.`,
      actions: [
        ['sign_in', 'Sign in'],
        ['send_again', 'Try again'],
      ],
    };
  }
  if (advice.do === 'ask_first') {
    return {
      tone: 'warning',
      title: 'It is not known yet whether this order went through',
      body: failure.message,
      actions: [['send_again', 'Ask again']],
    };
  }
  if (failure.kind === 'key')
    return { tone: 'warning', title: TITLES[failure.reason] ?? 'No answer yet', body: failure.message, actions: AGAIN };
  if (failure.kind === 'no_answer') {
    return {
      tone: 'warning',
      title: 'No answer yet',
      body: 'The shop could not be reached, so nobody knows here whether the order arrived. Trying again sends the same key: it cannot order twice.',
      actions: AGAIN,
    };
  }
  return { tone: 'danger', title: 'Something went wrong', body: failure.message, actions: AGAIN };
}

const TITLES: Readonly<Record<string, string>> = {
  in_flight: 'Your order is still being placed',
  unavailable: 'The order could not be confirmed yet',
  read_only: 'The shop takes no orders right now',
};

/** Settled without a success: the form is free, and another order is another key. */
function afterRefusal(failure: Failure, advice: Advice): IntentWords {
  if (advice.do === 'finished') {
    return {
      tone: 'success',
      title: 'This order was answered earlier',
      body: failure.message,
      actions: [
        ['see_orders', 'See orders'],
        ['dismiss', 'Order another'],
      ],
    };
  }
  if (advice.do === 'new_intent') {
    return {
      tone: 'warning',
      title: 'This order was not sent again',
      body: failure.message,
      actions: [
        ['see_orders', 'See orders'],
        ['dismiss', 'Start a new order'],
      ],
    };
  }
  if (failure.kind === 'input')
    return { tone: 'danger', title: 'Please check the order', body: failure.message, actions: [] };
  if (failure.kind === 'refused' && failure.code === 'sold_out') {
    return {
      tone: 'danger',
      title: 'Not enough in stock',
      body: `${failure.message} Nothing was ordered.`,
      actions: [],
    };
  }
  return {
    tone: 'danger',
    title: 'The order was refused',
    body: `${failure.message} Nothing was ordered.`,
    actions: [],
  };
}
