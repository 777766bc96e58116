'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import type { MaskedAnswer } from '../../../../desk/get-answer.ts';
import type { RecordPageData } from '../../../../desk/get-record.ts';
import type { RecordAudit } from '../../../../desk/get-record-audit.ts';
import { AnswerPanel } from '../../../../ui/desk/answer-panel.tsx';
import { EvidencePanel } from '../../../../ui/desk/evidence-panel.tsx';
import { RecordAuditPanel } from '../../../../ui/desk/record-audit-panel.tsx';
import { RequestsPanel } from '../../../../ui/desk/requests-panel.tsx';
import { RunPanel } from '../../../../ui/desk/run-panel.tsx';
import { Tabs } from '../../../../ui/desk/tabs.tsx';
import { Timeline } from '../../../../ui/desk/timeline.tsx';
import { timelineGroupOf } from '../../../../ui/desk/timeline-groups.ts';
import { ListSkeleton } from '../../../../ui/list-skeleton.tsx';
import { QueryFailure } from '../../query-failure.tsx';
import { type RecordTab, recordTabOf } from './record-tab.ts';

/** What is known of a question's answer. */
type Asked<T> = { readonly data: T | undefined; readonly error: unknown };

export type RecordTabsProps = {
  readonly data: RecordPageData;
  readonly answer: Asked<MaskedAnswer | null>;
  readonly audit: Asked<RecordAudit>;
  readonly isBusy: boolean;
  onRefresh(): void;
  onLoadWhole(): void;
};

/** The record's panels. Which one shows, and what its timeline is narrowed to, is in the URL. */
export function RecordTabs({ data, answer, audit, isBusy, onRefresh, onLoadWhole }: RecordTabsProps) {
  const parameters = useSearchParams();
  const tab = recordTabOf(parameters.get('tab'));
  const group = timelineGroupOf(parameters.get('events'));
  useScrollToLinked(tab);
  const failure = (what: string, error: unknown) =>
    error ? <QueryFailure what={what} error={error} isBusy={isBusy} onRetry={onRefresh} /> : <ListSkeleton />;
  return (
    <Tabs<RecordTab>
      label="About this record"
      current={tab}
      onChange={(name) => setParameter('tab', name === 'timeline' ? null : name)}
      tabs={[
        {
          name: 'timeline',
          label: 'Timeline',
          count: data.timeline.length,
          panel: (
            <>
              {data.hasMoreEvents && (
                <p className="mb-3 text-[13px] text-muted">Older events than these are kept, but not shown here.</p>
              )}
              <Timeline
                events={data.timeline}
                asOf={data.asOf}
                group={group}
                onGroup={(name) => setParameter('events', name)}
              />
            </>
          ),
        },
        {
          name: 'requests',
          label: 'Requests',
          count: 1 + data.record.replayCount + data.record.conflictCount,
          panel: <RequestsPanel data={data} />,
        },
        {
          name: 'calls',
          label: 'External calls',
          count: (data.run?.references.length ?? 0) + data.evidence.length,
          panel: (
            <div className="grid gap-8">
              {data.run ? (
                <RunPanel run={data.run} asOf={data.asOf} />
              ) : (
                <p className="text-[13px] text-muted">A transactional run makes no external call.</p>
              )}
              <EvidencePanel evidence={data.evidence} attempt={data.record.attempt} asOf={data.asOf} />
            </div>
          ),
        },
        {
          name: 'answer',
          label: 'Answer',
          panel:
            answer.data === undefined ? (
              failure('The answer', answer.error)
            ) : (
              <AnswerPanel answer={answer.data} isBusy={isBusy} onLoadWhole={onLoadWhole} />
            ),
        },
        {
          name: 'audit',
          label: 'Audit',
          ...(audit.data ? { count: audit.data.entries.length } : {}),
          panel: audit.data ? (
            <RecordAuditPanel audit={audit.data} />
          ) : (
            failure('The audit of this record', audit.error)
          ),
        },
      ]}
    />
  );
}

/** Changes the URL without asking the server for the page again. */
function setParameter(name: string, value: string | null): void {
  const url = new URL(window.location.href);
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  if (name === 'tab') url.hash = '';
  window.history.replaceState(null, '', url);
}

/** A link to something inside of a panel finds it only once the panel is there. */
function useScrollToLinked(tab: RecordTab): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: again with each panel.
  useEffect(() => {
    const { hash } = window.location;
    if (/^#(?:audit|evidence)-\d+$/.test(hash)) document.querySelector(hash)?.scrollIntoView({ block: 'start' });
  }, [tab]);
}
