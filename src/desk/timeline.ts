import type { RecordDetails } from '../postgres/statements/find-record.ts';
import type { ConflictListItem } from './list-conflicts.ts';

/** Something that happened to a record, or will at a known time. */
export type TimelineEvent = { readonly at: Date } & (
  | { readonly kind: 'claimed'; readonly caller: string; readonly attempt: number }
  | { readonly kind: 'lease_lapsed' }
  | { readonly kind: 'completed'; readonly status: number; readonly tookMs: number }
  | { readonly kind: 'refused'; readonly status: number; readonly tookMs: number }
  | { readonly kind: 'replayed'; readonly count: number }
  | { readonly kind: 'conflict'; readonly caller: string; readonly fields: readonly string[]; readonly count: number }
  | { readonly kind: 'answer_expires' | 'key_expires' | 'forgotten' }
);

/** Composes the timeline of a record from what is stored of it, oldest first; events of one moment keep their cause first. */
export function timelineOf(record: RecordDetails, conflicts: readonly ConflictListItem[]): TimelineEvent[] {
  return [
    { at: record.createdAt, kind: 'claimed' as const, caller: record.caller, attempt: record.attempt },
    ...ending(record),
    ...replays(record),
    ...conflicts.map(
      ({ lastSeenAt, caller, differingFields, occurrences }) =>
        ({ at: lastSeenAt, kind: 'conflict', caller, fields: differingFields, count: occurrences }) as const,
    ),
    ...windows(record),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
}

function ending(record: RecordDetails): TimelineEvent[] {
  const { completedAt, outcome, outcomeStatus, createdAt } = record;
  if (completedAt === null || outcomeStatus === null) {
    return record.leaseLeftMs <= 0 ? [{ at: record.leaseExpiresAt, kind: 'lease_lapsed' }] : [];
  }
  const kind = outcome === 'refusal' ? 'refused' : 'completed';
  return [{ at: completedAt, kind, status: outcomeStatus, tookMs: completedAt.getTime() - createdAt.getTime() }];
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
