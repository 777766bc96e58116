import { type KeyWarning, keyWarning } from '../idempotency/key-warning.ts';
import type { Snapshot } from '../postgres/read-only.ts';
import { findRecord, type RecordDetails } from '../postgres/statements/find-record.ts';
import { type AlarmRow, selectAlarmsOf } from '../postgres/statements/list-alarms.ts';
import { type ShownConflict, showConflicts } from '../postgres/statements/show-conflicts.ts';
import { type ShownEvidence, type ShownHold, showDeskActs } from '../postgres/statements/show-desk-acts.ts';
import { type ShownReference, type ShownStep, showRun } from '../postgres/statements/show-run.ts';
import { maskJson } from './mask-json.ts';
import { maskText } from './mask-text.ts';
import { type TimelineEvent, timelineOf } from './timeline.ts';

/** An alarm of a record; `row` is what a person deals with. */
export type ShownAlarm = {
  readonly eventId: string;
  readonly at: Date;
  readonly text: string;
  readonly row: AlarmRow | null;
};

/** All of a record but its answer and its audit, which have permissions of their own. */
export type RecordPageData = {
  readonly record: Omit<RecordDetails, 'fieldPrints'> & {
    readonly keyWarning: KeyWarning | null;
    /** Top-level fields of the request's input: their names, of which prints are kept and no values. */
    readonly fieldNames: readonly string[];
  };
  /** What is committed of a phased run; null for a transactional one, which commits all at once. */
  readonly run: { readonly steps: readonly ShownStep[]; readonly references: readonly ShownReference[] } | null;
  /** What providers said to look-ups of operators, the latest first. */
  readonly evidence: readonly ShownEvidence[];
  readonly hold: ShownHold | null;
  /** Effects that were found after their step was settled without one: somebody has to deal with each. */
  readonly alarms: readonly ShownAlarm[];
  /** The oldest first. */
  readonly timeline: readonly TimelineEvent[];
  /** Events older than the timeline's first are left out. */
  readonly hasMoreEvents: boolean;
  readonly conflicts: readonly ShownConflict[];
  /** There are more conflicts than these: the conflicts page has all. */
  readonly hasMoreConflicts: boolean;
  readonly asOf: Date;
};

/** The record of this id with its timeline and what operators did about it; null when there is none. */
export async function getRecord({ client, asOf }: Snapshot, id: string): Promise<RecordPageData | null> {
  const found = await findRecord(client, id);
  if (!found) return null;
  const { fieldPrints, ...record } = found;
  const { conflicts, hasMoreConflicts } = await showConflicts(client, id);
  const { steps, references, events, hasMoreEvents } = await showRun(client, id);
  const { hold, evidence, acts } = await showDeskActs(client, id);
  const rows = await selectAlarmsOf(client, id);
  const timeline = timelineOf(record, { conflicts, events, acts });
  return {
    record: {
      ...record,
      unknownReason: masked(record.unknownReason),
      parkedReason: masked(record.parkedReason),
      keyWarning: keyWarning(record.key),
      fieldNames: namesOf(fieldPrints),
    },
    run: record.mode === 'phased' ? { steps, references: references.map(maskedFailure) } : null,
    evidence: evidence.map(maskedEvidence),
    hold,
    alarms: alarmsOf(timeline, rows),
    timeline,
    hasMoreEvents,
    conflicts,
    hasMoreConflicts,
    asOf,
  };
}

// Reasons, failures and answers may quote what a provider or a bug said.
const masked = (text: string | null): string | null => text && maskText(text);

const maskedFailure = (reference: ShownReference): ShownReference => ({
  ...reference,
  failureMessage: masked(reference.failureMessage),
});

const maskedEvidence = (evidence: ShownEvidence): ShownEvidence => ({
  ...evidence,
  detail: masked(evidence.detail),
  raw: evidence.raw && maskJson(evidence.raw).text,
});

function alarmsOf(timeline: readonly TimelineEvent[], rows: readonly AlarmRow[]): readonly ShownAlarm[] {
  return timeline.flatMap((event) =>
    event.kind === 'run' && event.event === 'effect_found_late'
      ? [
          {
            eventId: event.id,
            at: event.at,
            text: [event.step, event.detail].filter(Boolean).join(': '),
            row: rows.find(({ eventId }) => eventId === event.id) ?? null,
          },
        ]
      : [],
  );
}

function namesOf(fieldPrints: string): readonly string[] {
  try {
    return Object.keys(JSON.parse(fieldPrints) as object);
  } catch {
    return [];
  }
}
