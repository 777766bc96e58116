import type { RecordDetails } from '../postgres/statements/find-record.ts';
import type { ShownConflict } from '../postgres/statements/show-conflicts.ts';
import type { ShownAct } from '../postgres/statements/show-desk-acts.ts';
import type { ShownEvent } from '../postgres/statements/show-run.ts';
import { maskJson } from './mask-json.ts';
import { maskText } from './mask-text.ts';

/** Something that happened to a record, or will at a known time. `id` is the same at every read: links lead to it. */
export type TimelineEvent = { readonly id: string; readonly at: Date } & (
  | { readonly kind: 'claimed'; readonly caller: string; readonly attempt: number }
  | { readonly kind: 'lease_lapsed' | 'next_try' }
  | RunEvent
  | OperatorEvent
  | { readonly kind: 'completed'; readonly status: number; readonly tookMs: number }
  | { readonly kind: 'refused'; readonly status: number; readonly tookMs: number }
  | { readonly kind: 'replayed'; readonly count: number }
  | { readonly kind: 'conflict'; readonly caller: string; readonly fields: readonly string[]; readonly count: number }
  | { readonly kind: 'answer_expires' | 'key_expires' | 'forgotten' }
);

/** The audit row behind an event. */
export type ActOf = { readonly auditId: string; readonly actorName: string; readonly reason: string | null };

/** A row of a phased run's own timeline; detail and evidence are masked, `act` is there where an operator did it. */
export type RunEvent = { readonly kind: 'run'; readonly act: ActOf | null } & Omit<ShownEvent, 'at' | 'id'>;

/** What an operator did that the run has no word of its own for, such as a longer retention. */
export type OperatorEvent = { readonly kind: 'operator'; readonly action: string; readonly act: ActOf };

type TimelineParts = {
  readonly conflicts: readonly ShownConflict[];
  readonly events: readonly ShownEvent[];
  readonly acts: readonly ShownAct[];
};

/** Composes the timeline of a record from what is stored of it, oldest first; events of one moment keep their cause first. */
export function timelineOf(record: Shown, { conflicts, events, acts }: TimelineParts): TimelineEvent[] {
  const { actOf, rest } = matchActs(events, acts);
  return [
    { id: 'claimed', at: record.createdAt, kind: 'claimed' as const, caller: record.caller, attempt: 1 },
    ...events
      .filter(({ event }) => !TOLD_BY_THE_RECORD.has(event))
      .map((event) => runEvent(event, actOf.get(event.id))),
    ...rest.map(
      (act) =>
        ({ id: `audit-${act.id}`, at: act.at, kind: 'operator', action: act.action, act: actFacts(act) }) as const,
    ),
    ...ending(record, events.at(-1)),
    ...replays(record),
    ...conflicts.map(
      ({ id, lastSeenAt, caller, differingFields, occurrences }) =>
        ({
          id: `conflict-${id}`,
          at: lastSeenAt,
          kind: 'conflict',
          caller,
          fields: differingFields,
          count: occurrences,
        }) as const,
    ),
    ...windows(record),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Words of a run that an operator's command writes; its audit row is of the same transaction. */
const BY_OPERATORS: ReadonlySet<string> = new Set([
  'fenced',
  'hold_taken_over',
  'provider_checked',
  'settled_by_operator',
  'released_by_operator',
]);

/** Statements of one transaction are milliseconds apart; five seconds is what its bounds allow it to take. */
const SAME_ACT_MS = 5_000;

/** Ties each audit row to the event that its command wrote, so that one act is one line. */
function matchActs(events: readonly ShownEvent[], acts: readonly ShownAct[]) {
  const actOf = new Map<string, ActOf>();
  const rest = acts.filter((act) => {
    const event = events.find(
      ({ id, event, at }) =>
        BY_OPERATORS.has(event) && !actOf.has(id) && Math.abs(at.getTime() - act.at.getTime()) < SAME_ACT_MS,
    );
    if (event) actOf.set(event.id, actFacts(act));
    return !event;
  });
  return { actOf, rest };
}

const actFacts = ({ id, actorName, reason }: ShownAct): ActOf => ({ auditId: id, actorName, reason });

/** The record itself tells more of these: who called, and with which status it ended. */
const TOLD_BY_THE_RECORD: ReadonlySet<ShownEvent['event']> = new Set(['claimed', 'completed']);

const runEvent = ({ detail, evidence, ...event }: ShownEvent, act: ActOf | undefined): TimelineEvent => ({
  ...event,
  kind: 'run',
  detail: detail && maskText(detail),
  evidence: evidence && maskJson(evidence).text,
  act: act ?? null,
});

type Shown = Omit<RecordDetails, 'fieldPrints'>;

function ending(record: Shown, lastEvent: ShownEvent | undefined): TimelineEvent[] {
  const { completedAt, outcome, outcomeStatus, createdAt } = record;
  if (completedAt === null || outcomeStatus === null) {
    return whileOpen(record, lastEvent);
  }
  const kind = outcome === 'refusal' ? 'refused' : 'completed';
  return [
    {
      id: 'outcome',
      at: completedAt,
      kind,
      status: outcomeStatus,
      tookMs: completedAt.getTime() - createdAt.getTime(),
    },
  ];
}

/** An owner that yielded, or gave up for a person, has not gone silent: its lease ended on purpose. */
function whileOpen(record: Shown, lastEvent: ShownEvent | undefined): TimelineEvent[] {
  const { state, isParked, leaseLeftMs, leaseExpiresAt, nextTryAt } = record;
  const wentSilent = state === 'IN_PROGRESS' && !isParked && leaseLeftMs <= 0 && lastEvent?.event !== 'yielded';
  return [
    ...(wentSilent ? [{ id: 'lease-lapsed', at: leaseExpiresAt, kind: 'lease_lapsed' as const }] : []),
    ...(nextTryAt && !isParked ? [{ id: 'next-try', at: nextTryAt, kind: 'next_try' as const }] : []),
  ];
}

/** Replays are counted in aggregate, so that only the last one has a time. */
const replays = ({ lastReplayedAt, replayCount }: Shown): TimelineEvent[] =>
  lastReplayedAt ? [{ id: 'replayed', at: lastReplayedAt, kind: 'replayed', count: replayCount }] : [];

function windows({ answerExpiresAt, keyExpiresAt, forgetAt }: Shown): TimelineEvent[] {
  return [
    ...(answerExpiresAt ? [{ id: 'answer-expires', at: answerExpiresAt, kind: 'answer_expires' as const }] : []),
    ...(keyExpiresAt ? [{ id: 'key-expires', at: keyExpiresAt, kind: 'key_expires' as const }] : []),
    ...(forgetAt ? [{ id: 'forgotten', at: forgetAt, kind: 'forgotten' as const }] : []),
  ];
}
