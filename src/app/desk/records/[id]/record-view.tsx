'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useCallback, useState } from 'react';
import { useTRPC } from '../../../../client/latchkey-context.ts';
import { useKeepUp } from '../../../../client/use-keep-up.ts';
import type { RecordPageData } from '../../../../desk/get-record.ts';
import { Card, CardBody, CardHeader, CardTitle } from '../../../../ui/card.tsx';
import { AlarmsNotice } from '../../../../ui/desk/alarms-notice.tsx';
import { HoldNotice } from '../../../../ui/desk/hold-notice.tsx';
import { LeaseBox } from '../../../../ui/desk/lease-box.tsx';
import { ListBar } from '../../../../ui/desk/list-bar.tsx';
import { usePreferences } from '../../../../ui/desk/preferences.tsx';
import { RecordActionsBox } from '../../../../ui/desk/record-actions-box.tsx';
import { RecordFacts } from '../../../../ui/desk/record-facts.tsx';
import { RecordHeader } from '../../../../ui/desk/record-header.tsx';
import { RecordPrint } from '../../../../ui/desk/record-print.tsx';
import { StandingNotice } from '../../../../ui/desk/standing-notice.tsx';
import { ListSkeleton } from '../../../../ui/list-skeleton.tsx';
import { QueryFailure } from '../../query-failure.tsx';
import { DealAlarm } from './deal-alarm.tsx';
import { RecordCommands, RevealedAnswer } from './record-commands.tsx';
import { RecordTabs } from './record-tabs.tsx';

/** One record with all that is known of it. */
export function RecordView({ id }: { readonly id: string }) {
  const { desk } = useTRPC();
  const { refreshSeconds } = usePreferences().preferences;
  const [whole, setWhole] = useState(false);
  const [revealed, setRevealed] = useState<string | null>(null);
  const hide = useCallback(() => setRevealed(null), []);
  // A completed record changes by people only; while the tab is hidden nothing is asked.
  const pace = (state?: RecordPageData['record']['state']) =>
    state !== 'COMPLETED' && refreshSeconds > 0 && refreshSeconds * 1_000;
  const record = useQuery({
    ...desk.records.get.queryOptions({ id }),
    refetchInterval: ({ state }) => pace(state.data?.record.state),
  });
  const state = record.data?.record.state;
  const answer = useQuery(desk.records.answer.queryOptions({ id, whole }));
  const audit = useQuery({ ...desk.records.audit.queryOptions({ id }), refetchInterval: pace(state) });
  useKeepUp(state, answer);
  useKeepUp(state, audit);
  const isBusy = record.isFetching || answer.isFetching || audit.isFetching;
  const refresh = () => void Promise.all([record.refetch(), answer.refetch(), audit.refetch()]);
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
      <RecordPrint data={data} answer={answer.data} />
      <div className="print:hidden">
        <RecordHeader record={data.record} />
        <AlarmsNotice
          alarms={data.alarms}
          asOf={asOf}
          actionOf={(alarm) => <DealAlarm alarm={alarm} onRefresh={refresh} />}
        />
        <HoldNotice hold={data.hold} heldBy={data.record.heldBy} asOf={asOf} />
        <StandingNotice record={data.record} />
        {/* On a narrow screen: what can be done, what happened, then the facts. */}
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem] xl:grid-rows-[auto_auto_1fr]">
          <div className="xl:col-start-2">
            <RecordActionsBox data={data}>
              <RecordCommands record={data.record} asOf={asOf} onRefresh={refresh} onRevealed={setRevealed} />
            </RecordActionsBox>
          </div>
          <Card className="min-w-0 xl:col-start-1 xl:row-span-3 xl:row-start-1">
            <ListBar
              asOf={asOf}
              isStale={!!record.error || !!answer.error || !!audit.error}
              isBusy={isBusy}
              onRefresh={refresh}
            >
              <Link href="/desk/records" className="rounded-sm text-accent-text underline-offset-4 hover:underline">
                All records
              </Link>
            </ListBar>
            {revealed !== null && (
              <CardBody>
                <RevealedAnswer key={revealed} requestId={revealed} onHide={hide} />
              </CardBody>
            )}
            <RecordTabs
              data={data}
              answer={answer}
              audit={audit}
              isBusy={isBusy}
              onRefresh={refresh}
              onLoadWhole={() => setWhole(true)}
            />
          </Card>
          <Card className="xl:col-start-2">
            <CardHeader>
              <CardTitle>Lease</CardTitle>
            </CardHeader>
            <CardBody>
              <LeaseBox record={data.record} asOf={asOf} />
            </CardBody>
          </Card>
          <Card className="xl:col-start-2">
            <CardHeader>
              <CardTitle>Record</CardTitle>
            </CardHeader>
            <CardBody>
              <RecordFacts record={data.record} asOf={asOf} />
            </CardBody>
          </Card>
        </div>
      </div>
    </>
  );
}
