'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTRPC } from '../../../../client/latchkey-context.ts';
import { Card, CardBody, CardHeader, CardTitle } from '../../../../ui/card.tsx';
import { AnswerPanel } from '../../../../ui/desk/answer-panel.tsx';
import { ConflictTable } from '../../../../ui/desk/conflict-table.tsx';
import { LeaseBox } from '../../../../ui/desk/lease-box.tsx';
import { ListBar } from '../../../../ui/desk/list-bar.tsx';
import { RecordFacts } from '../../../../ui/desk/record-facts.tsx';
import { RecordHeader } from '../../../../ui/desk/record-header.tsx';
import { RunPanel } from '../../../../ui/desk/run-panel.tsx';
import { StandingNotice } from '../../../../ui/desk/standing-notice.tsx';
import { Timeline } from '../../../../ui/desk/timeline.tsx';
import { ListSkeleton } from '../../../../ui/list-skeleton.tsx';
import { conflictsPath } from '../../conflicts/conflicts-path.ts';
import { QueryFailure } from '../../query-failure.tsx';

/** One record with all that is known of it. */
export function RecordView({ id }: { readonly id: string }) {
  const { desk } = useTRPC();
  const record = useQuery(desk.records.get.queryOptions({ id }));
  const answer = useQuery(desk.records.answer.queryOptions({ id }));
  const isBusy = record.isFetching || answer.isFetching;
  const refresh = () => void Promise.all([record.refetch(), answer.refetch()]);
  if (!record.data) {
    return (
      <Card>
        {record.error ? (
          <QueryFailure what={`Record #${id}`} error={record.error} isBusy={isBusy} onRetry={refresh} />
        ) : (
          <ListSkeleton />
        )}
      </Card>
    );
  }
  const { data } = record;
  const { asOf } = data;
  return (
    <>
      <RecordHeader record={data.record} />
      <StandingNotice record={data.record} />
      <Card className="mb-4">
        <ListBar asOf={asOf} isStale={!!record.error || !!answer.error} isBusy={isBusy} onRefresh={refresh}>
          <Link href="/desk/records" className="rounded-sm text-accent-text underline-offset-4 hover:underline">
            All records
          </Link>
        </ListBar>
        <CardBody className="grid gap-8 lg:grid-cols-2">
          <RecordFacts record={data.record} asOf={asOf} />
          <LeaseBox record={data.record} asOf={asOf} />
        </CardBody>
      </Card>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Card>
          <CardHeader>
            <CardTitle>Timeline</CardTitle>
          </CardHeader>
          <CardBody>
            <Timeline events={data.timeline} asOf={asOf} />
          </CardBody>
        </Card>
        <div className="grid min-w-0 gap-4">
          {data.run && <RunPanel run={data.run} asOf={asOf} />}
          <Card>
            <CardHeader>
              <CardTitle>Answer</CardTitle>
              <span className="text-xs text-muted">what a repeat of the request gets, masked by the server</span>
            </CardHeader>
            <CardBody>
              {answer.data === undefined && answer.error ? (
                <QueryFailure what="The answer" error={answer.error} isBusy={isBusy} onRetry={refresh} />
              ) : (
                answer.data !== undefined && <AnswerPanel answer={answer.data} />
              )}
            </CardBody>
          </Card>
          <Card>
            <CardHeader>
              <CardTitle>Conflicts</CardTitle>
              {data.hasMoreConflicts && (
                <Link href={conflictsPath({ record: id })} className="text-xs text-accent-text hover:underline">
                  All conflicts of this record
                </Link>
              )}
            </CardHeader>
            {data.conflicts.length > 0 ? (
              <ConflictTable conflicts={data.conflicts} asOf={asOf} ofOneRecord />
            ) : (
              <CardBody className="text-[13px] text-muted">No request used this key for anything else.</CardBody>
            )}
          </Card>
        </div>
      </div>
    </>
  );
}
