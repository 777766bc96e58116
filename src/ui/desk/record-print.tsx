'use client';

import type { MaskedAnswer } from '../../desk/get-answer.ts';
import type { RecordPageData } from '../../desk/get-record.ts';
import { absoluteTime } from '../time-text.ts';
import { useDesk } from './desk-context.tsx';
import { useShownZone } from './preferences.tsx';
import { timelineWords } from './timeline-words.ts';

export type RecordPrintProps = { readonly data: RecordPageData; readonly answer: MaskedAnswer | null | undefined };

/** What fits on one page of A4 beside the rest. */
const MAX_EVENTS = 24;
const MAX_CALLS = 4;
const MAX_ANSWER_LINES = 10;
const MAX_LINE = 110;

/** The record as one sheet of paper: what an incident's file needs. On paper only. */
export function RecordPrint({ data: { record, run, hold, timeline, asOf }, answer }: RecordPrintProps) {
  const { name, role, environmentName } = useDesk();
  const zone = useShownZone();
  const time = (at: Date | null) => (at ? absoluteTime(at, zone) : 'none');
  const happened = timeline.filter(({ at }) => at <= asOf);
  const latest = happened.slice(-MAX_EVENTS);
  const calls = run?.references.slice(-MAX_CALLS) ?? [];
  const facts: readonly (readonly [string, string])[] = [
    ['State', [record.state, record.outcome, record.isParked ? 'parked' : null].filter(Boolean).join(', ')],
    ['Key', cut(record.key)],
    ['Account', cut(record.accountName ?? record.scope)],
    ['Caller', cut(record.caller)],
    ['Procedure', record.procedure],
    ['Resource', record.resourceId ?? 'none'],
    ['Attempt', String(record.attempt)],
    ['Created', time(record.createdAt)],
    ['Completed', time(record.completedAt)],
    ['Lease until', time(record.leaseExpiresAt)],
    ['Heartbeat', time(record.heartbeatAt)],
    ['Replays', String(record.replayCount)],
    ['Conflicts', String(record.conflictCount)],
    ['Held by', hold ? `${hold.heldName} since ${time(hold.since)}` : 'nobody'],
  ];
  return (
    <div className="hidden text-[11px] leading-[1.35] text-black print:block" data-print-sheet>
      <h1 className="text-base font-semibold">
        Record #{record.id}
        {environmentName && ` · ${environmentName}`}
      </h1>
      <p className="mb-2">
        As of {time(asOf)}, printed by {name} ({role})
      </p>
      <dl className="grid grid-cols-[6rem_1fr_6rem_1fr] gap-x-3">
        {facts.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="font-semibold">{term}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
      {(record.parkedReason ?? record.unknownReason) && (
        <p className="mt-2">{record.parkedReason ?? record.unknownReason}</p>
      )}
      {calls.length > 0 && (
        <>
          <h2 className="mt-3 font-semibold">External calls</h2>
          {calls.map((call) => (
            <p key={call.downstreamKey} className="break-all">
              {call.step}: {call.provider} {call.operation}, {call.state}, provider id {call.providerId ?? 'none'}, key{' '}
              {call.downstreamKey}
            </p>
          ))}
        </>
      )}
      {answer && (
        <>
          <h2 className="mt-3 font-semibold">Answer, masked: status {answer.status}</h2>
          <pre className="font-mono text-[10px] break-all whitespace-pre-wrap">{firstLines(answer.text)}</pre>
        </>
      )}
      <h2 className="mt-3 font-semibold">
        Timeline{latest.length < happened.length && `, the latest ${latest.length} of ${happened.length}`}
      </h2>
      {latest.map((event) => {
        const { title, detail } = timelineWords(event);
        return (
          <p key={event.id}>
            {time(event.at)} {cut(detail ? `${title}: ${detail}` : title)}
          </p>
        );
      })}
    </div>
  );
}

const cut = (text: string): string => (text.length <= MAX_LINE ? text : `${text.slice(0, MAX_LINE - 1)}…`);

function firstLines(text: string | null): string {
  if (text === null) return 'not kept, or not loaded';
  const lines = text.split('\n', MAX_ANSWER_LINES + 1);
  return [...lines.slice(0, MAX_ANSWER_LINES).map(cut), ...(lines.length > MAX_ANSWER_LINES ? ['…'] : [])].join('\n');
}
