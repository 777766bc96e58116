import type { RecordDetails } from '../postgres/statements/find-record.ts';
import type { ShownEvent } from '../postgres/statements/show-run.ts';
import type { ConflictListItem } from './list-conflicts.ts';
import { maskJson } from './mask-json.ts';
import { maskText } from './mask-text.ts';

/** Something that happened to a record, or will at a known time. */
export type TimelineEvent = { readonly at: Date } & (
  | { readonly kind: 'claimed'; readonly caller: string; readonly attempt: number }
  | { readonly kind: 'lease_lapsed' | 'next_try' }
  | RunEvent
  | { readonly kind: 'completed'; readonly status: number; readonly tookMs: number }
  | { readonly kind: 'refused'; readonly status: number; readonly tookMs: number }
  | { readonly kind: 'replayed'; readonly count: number }
  | { readonly kind: 'conflict'; readonly caller: string; readonly fields: readonly string[]; readonly count: number }
  | { readonly kind: 'answer_expires' | 'key_expires' | 'forgotten' }
);

/** A row of a phased run's own timeline; detail and evidence are masked. */
export type RunEvent = { readonly kind: 'run' } & Omit<ShownEvent, 'at'>;

/** Composes the timeline of a record from what is stored of it, oldest first; events of one moment keep their cause first. */
export function timelineOf(
  record: RecordDetails,
  { conflicts, events }: { readonly conflicts: readonly ConflictListItem[]; readonly events: readonly ShownEvent[] },
): TimelineEvent[] {
  return [
    { at: record.createdAt, kind: 'claimed' as const, caller: record.caller, attempt: 1 },
    ...events.filter(({ event }) => !TOLD_BY_THE_RECORD.has(event)).map(runEvent),
    ...ending(record, events.at(-1)),
    ...replays(record),
    ...conflicts.map(
      ({ lastSeenAt, caller, differingFields, occurrences }) =>
        ({ at: lastSeenAt, kind: 'conflict', caller, fields: differingFields, count: occurrences }) as const,
    ),
    ...windows(record),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The record itself tells more of these: who called, and with which status it ended. */
const TOLD_BY_THE_RECORD: ReadonlySet<ShownEvent['event']> = new Set(['claimed', 'completed']);

const runEvent = ({ detail, evidence, ...event }: ShownEvent): TimelineEvent => ({
  ...event,
  kind: 'run',
  detail: detail && maskText(detail),
  evidence: evidence && maskJson(evidence).text,
});

function ending(record: RecordDetails, lastEvent: ShownEvent | undefined): TimelineEvent[] {
  const { completedAt, outcome, outcomeStatus, createdAt } = record;
  if (completedAt === null || outcomeStatus === null) {
    return whileOpen(record, lastEvent);
  }
  const kind = outcome === 'refusal' ? 'refused' : 'completed';
  return [{ at: completedAt, kind, status: outcomeStatus, tookMs: completedAt.getTime() - createdAt.getTime() }];
}

/** An owner that yielded, or gave up for a person, has not gone silent: its lease ended on purpose. */
function whileOpen(record: RecordDetails, lastEvent: ShownEvent | undefined): TimelineEvent[] {
  const { state, isParked, leaseLeftMs, leaseExpiresAt, nextTryAt } = record;
  const wentSilent = state === 'IN_PROGRESS' && !isParked && leaseLeftMs <= 0 && lastEvent?.event !== 'yielded';
  return [
    ...(wentSilent ? [{ at: leaseExpiresAt, kind: 'lease_lapsed' as const }] : []),
    ...(nextTryAt && !isParked ? [{ at: nextTryAt, kind: 'next_try' as const }] : []),
  ];
}

/** Replays are counted in aggregate, so that only the last one has a time. */
const replays = ({ lastReplayedAt, replayCount }: RecordDetails): TimelineEvent[] =>
  lastReplayedAt ? [{ at: lastReplayedAt, kind: 'replayed', count: replayCount }] : [];

function windows({ answerExpiresAt, keyExpiresAt, forgetAt }: RecordDetails): TimelineEvent[] {
  return [
    ...(answerExpiresAt ? [{ at: answerExpiresAt, kind: 'answer_expires' as const }] : []),
    ...(keyExpiresAt ? [{ at: keyExpiresAt, kind: 'key_expires' as const }] : []),
    ...(forgetAt ? [{ at: forgetAt, kind: 'forgotten' as const }] : []),
  ];
}
