import type { ActOf, RunEvent, TimelineEvent } from '../../desk/timeline.ts';
import type { Tone } from '../badge.tsx';
import { durationText } from '../time-text.ts';

/** How an event reads. */
export type TimelineWords = { readonly title: string; readonly detail?: string; readonly tone: Tone };

const times = (count: number): string => (count === 1 ? 'once' : `${count.toLocaleString('en')} times`);

/** The words of an event. */
export function timelineWords(event: TimelineEvent): TimelineWords {
  switch (event.kind) {
    case 'claimed':
      return { title: 'Claimed', detail: `by ${event.caller}, attempt ${event.attempt}`, tone: 'accent' };
    case 'lease_lapsed':
      return { title: 'Lease lapsed', detail: 'the owner has been silent since', tone: 'warning' };
    case 'next_try':
      return { title: 'Next try', detail: 'by a worker, unless a repeat of the request comes before', tone: 'neutral' };
    case 'run':
      return runWords(event);
    case 'operator':
      return { title: actionText(event.action), detail: byText(event.act), tone: 'accent' };
    case 'completed':
      return {
        title: 'Completed',
        detail: `status ${event.status}, after ${durationText(event.tookMs)}`,
        tone: 'success',
      };
    case 'refused':
      return {
        title: 'Refused for good',
        detail: `status ${event.status}, after ${durationText(event.tookMs)}`,
        tone: 'neutral',
      };
    case 'replayed':
      return { title: `Replayed ${times(event.count)}`, detail: 'the latest at this time', tone: 'neutral' };
    case 'conflict':
      return {
        title: `Conflict: ${event.fields.join(', ')}`,
        detail: `by ${event.caller}, ${times(event.count)}, the latest at this time`,
        tone: 'warning',
      };
    case 'answer_expires':
      return { title: 'Answer kept until here', detail: 'then a repeat is told that it was purged', tone: 'neutral' };
    case 'key_expires':
      return { title: 'Key expires', detail: 'then a repeat is told so', tone: 'neutral' };
    case 'forgotten':
      return { title: 'Forgotten', detail: 'from here on the key is free', tone: 'neutral' };
  }
}

/** Title and tone of each word of a run's own timeline. */
const RUN_WORDS: Readonly<Record<RunEvent['event'], readonly [title: string, tone: Tone]>> = {
  claimed: ['Claimed', 'accent'],
  taken_over: ['Taken over', 'warning'],
  step_committed: ['Step committed', 'accent'],
  call_intended: ['Call about to leave', 'accent'],
  call_stopped: ['Call stopped before it left', 'warning'],
  call_answered: ['Call answered', 'accent'],
  looked_up: ['Looked up', 'neutral'],
  late_write_rejected: ['Late write rejected', 'danger'],
  late_answer: ['Late answer kept as evidence', 'danger'],
  lease_lost: ['Lease lost', 'warning'],
  yielded: ['Set aside until later', 'neutral'],
  unknown: ['Outcome unknown', 'danger'],
  parked: ['Parked: a person is needed', 'danger'],
  completed: ['Completed', 'success'],
  effect_found_late: ['An effect was found late', 'danger'],
  fenced: ['Fenced by an operator', 'warning'],
  hold_taken_over: ['Hold taken over', 'warning'],
  provider_checked: ['Provider checked by an operator', 'neutral'],
  settled_by_operator: ['Settled by an operator', 'accent'],
  released_by_operator: ['Released by an operator', 'accent'],
};

/** `retention.extend` as people read it: "Retention: extend". */
export const actionText = (action: string): string => {
  const [thing = '', verb = ''] = action.split('.');
  const words = (text: string) => text.replaceAll(/[-_]/g, ' ');
  return verb === '' ? words(thing) : `${words(thing).replace(/^./, (first) => first.toUpperCase())}: ${words(verb)}`;
};

const byText = ({ actorName, reason }: ActOf): string => (reason ? `by ${actorName}: ${reason}` : `by ${actorName}`);

function runWords({ event, step, detail, attempt, act }: RunEvent): TimelineWords {
  const [title, tone] = RUN_WORDS[event];
  const parts = [`attempt ${attempt}`, ...(detail ? [detail] : []), ...(act ? [byText(act)] : [])];
  return { title: step ? `${title}: ${step}` : title, detail: parts.join(' · '), tone };
}
