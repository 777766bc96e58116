import type { Failure } from '../../client/failure.ts';
import type { IntentState } from '../../client/intent/state.ts';
import type { Advice } from '../../client/what-now.ts';
import type { NoticeProps } from '../notice.tsx';
import type { IntentAbout } from './intent-about.ts';

/** What a notice offers to do. */
export type IntentAction = 'send_again' | 'sign_in' | 'look' | 'dismiss';

export type IntentWords = {
  readonly tone: NoticeProps['tone'];
  readonly title: string;
  readonly body: string;
  readonly actions: readonly (readonly [action: IntentAction, label: string])[];
};

/** What a customer is told about an intent that is on its way or did not go through; null when there is nothing to say. */
export function intentWords(state: IntentState<unknown>, isOffline: boolean, about: IntentAbout): IntentWords | null {
  switch (state.phase) {
    case 'none':
    case 'succeeded':
      return null;
    case 'sending':
      return isOffline ? offline(about) : whileSending(state, about);
    case 'open':
      return whileOpen(state.failure, state.advice, about);
    case 'forgotten':
      return forgotten(about);
    case 'refused':
      return afterRefusal(state.failure, state.advice, about);
  }
}

const waiting = (title: string, body: string): IntentWords => ({ tone: 'accent', title, body, actions: [] });

const offline = ({ thing }: IntentAbout) =>
  waiting(
    'You are offline',
    `The ${thing} is kept in this tab and goes out, with the same key, as soon as there is a connection.`,
  );

const forgotten = ({ thing, question, risk, see }: IntentAbout): IntentWords => ({
  tone: 'warning',
  title: question,
  body: `It was sent long ago and its answer never arrived. The shop no longer remembers its key, so sending it now may ${risk}. Look at your ${thing}s before you decide.`,
  actions: [
    ['look', see],
    ['send_again', 'Not there: send it'],
    ['dismiss', 'It is there: discard this'],
  ],
});

function whileSending(
  { why, retry }: Extract<IntentState<unknown>, { phase: 'sending' }>,
  about: IntentAbout,
): IntentWords | null {
  if (retry?.failure.kind === 'key' && retry.failure.reason === 'in_flight') {
    return waiting(about.inFlight, 'Its answer is asked for again in a moment, with the same key.');
  }
  if (retry) {
    return waiting(
      `Attempt ${retry.attempt} brought no answer`,
      `The same request goes out again, with the same key. However often it is sent, it is one ${about.thing}.`,
    );
  }
  // The same words while it is asked and in between, so that nothing flickers.
  if (why === 'asking') return unknown(about);
  if (why === 'restored') {
    return waiting(
      'Picking up where you left',
      `This ${about.thing} was on its way when the page was loaded. It is sent again with the same key.`,
    );
  }
  return null;
}

const unknown = ({ unknown: [title, body] }: IntentAbout): IntentWords => ({
  tone: 'warning',
  title,
  body,
  actions: [['send_again', 'Ask now']],
});

const AGAIN = [['send_again', 'Try again']] as const;

/** Not settled: every button here sends the same key. */
function whileOpen(failure: Failure, advice: Advice, about: IntentAbout): IntentWords {
  const { thing } = about;
  if (advice.do === 'sign_in') {
    return {
      tone: 'warning',
      title: `Sign in to finish this ${thing}`,
      body: `${failure.message} The ${thing} is kept in this tab.`,
      actions: [
        ['sign_in', 'Sign in'],
        ['send_again', 'Try again'],
      ],
    };
  }
  if (advice.do === 'ask_first') return unknown(about);
  if (failure.kind === 'key') {
    return { tone: 'warning', title: keyTitle(failure.reason, about), body: failure.message, actions: AGAIN };
  }
  if (failure.kind === 'no_answer') {
    return {
      tone: 'warning',
      title: 'No answer yet',
      body: `The shop could not be reached, so nobody knows here whether the ${thing} arrived. Trying again sends the same key: it cannot ${about.twice}.`,
      actions: AGAIN,
    };
  }
  return { tone: 'danger', title: 'Something went wrong', body: failure.message, actions: AGAIN };
}

function keyTitle(reason: string, { thing, inFlight, readOnly }: IntentAbout): string {
  if (reason === 'in_flight') return inFlight;
  if (reason === 'read_only') return readOnly;
  return reason === 'unavailable' ? `The ${thing} could not be confirmed yet` : 'No answer yet';
}

/** Settled without a success: the form is free, and another intent is another key. */
function afterRefusal(failure: Failure, advice: Advice, about: IntentAbout): IntentWords {
  const { thing, see, another } = about;
  if (advice.do === 'finished') {
    return {
      tone: 'success',
      title: `This ${thing} was answered earlier`,
      body: failure.message,
      actions: [
        ['look', see],
        ['dismiss', another],
      ],
    };
  }
  if (advice.do === 'new_intent') {
    return {
      tone: 'warning',
      title: `This ${thing} was not sent again`,
      body: failure.message,
      actions: [
        ['look', see],
        ['dismiss', `Start a new ${thing}`],
      ],
    };
  }
  if (failure.kind === 'input') {
    return { tone: 'danger', title: `Please check the ${thing}`, body: failure.message, actions: [] };
  }
  const known = failure.kind === 'refused' ? about.refusals[failure.code] : undefined;
  const [title, after] = known ?? [`The ${thing} was refused`, about.nothing];
  return { tone: 'danger', title, body: `${failure.message} ${after}`.trim(), actions: [] };
}
