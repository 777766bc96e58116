import type { RunEvent, TimelineEvent } from '../../desk/timeline.ts';

/** What the timeline can be narrowed to. */
export const TIMELINE_GROUPS = {
  attempts: 'Attempts',
  external: 'External calls',
  clients: 'Replays and conflicts',
  operators: 'Operators',
  trouble: 'Trouble',
} as const;

export type TimelineGroup = keyof typeof TIMELINE_GROUPS;

const OF_RUN: Readonly<Record<RunEvent['event'], readonly TimelineGroup[]>> = {
  claimed: ['attempts'],
  taken_over: ['attempts'],
  step_committed: ['attempts'],
  call_intended: ['external'],
  call_stopped: ['external', 'trouble'],
  call_answered: ['external'],
  looked_up: ['external'],
  late_write_rejected: ['attempts', 'trouble'],
  late_answer: ['external', 'trouble'],
  lease_lost: ['attempts', 'trouble'],
  yielded: ['attempts'],
  unknown: ['external', 'trouble'],
  parked: ['attempts', 'trouble'],
  completed: ['attempts'],
  effect_found_late: ['external', 'trouble'],
  fenced: ['operators'],
  hold_taken_over: ['operators'],
  provider_checked: ['operators', 'external'],
  settled_by_operator: ['operators'],
  released_by_operator: ['operators'],
};

/** The groups that an event is in. */
export function groupsOf(event: TimelineEvent): readonly TimelineGroup[] {
  switch (event.kind) {
    case 'run':
      return OF_RUN[event.event];
    case 'operator':
      return ['operators'];
    case 'replayed':
      return ['clients'];
    case 'conflict':
      return ['clients', 'trouble'];
    case 'lease_lapsed':
      return ['attempts', 'trouble'];
    case 'claimed':
    case 'next_try':
    case 'completed':
    case 'refused':
      return ['attempts'];
    case 'answer_expires':
    case 'key_expires':
    case 'forgotten':
      return ['clients'];
  }
}

/** The group that a URL names; null for all events, also where it names none. */
export const timelineGroupOf = (text: string | null): TimelineGroup | null =>
  text !== null && Object.hasOwn(TIMELINE_GROUPS, text) ? (text as TimelineGroup) : null;
