import type { TimelineEvent } from '../../desk/timeline.ts';
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
