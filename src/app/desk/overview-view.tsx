'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleHelp, ClockAlert, GitCompareArrows, Hand, Hourglass, Send } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTRPC } from '../../client/latchkey-context.ts';
import type { OverviewWindow } from '../../desk/get-overview.ts';
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx';
import { useDesk } from '../../ui/desk/desk-context.tsx';
import { ListBar } from '../../ui/desk/list-bar.tsx';
import { ActionList } from '../../ui/desk/overview/action-list.tsx';
import { ActivityCard } from '../../ui/desk/overview/activity-card.tsx';
import { AlarmBanner } from '../../ui/desk/overview/alarm-banner.tsx';
import { AttentionList } from '../../ui/desk/overview/attention-list.tsx';
import { LagCard } from '../../ui/desk/overview/lag-card.tsx';
import { StuckCard } from '../../ui/desk/overview/stuck-card.tsx';
import { Tile } from '../../ui/desk/overview/tile.tsx';
import { usePreferences } from '../../ui/desk/preferences.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { durationText } from '../../ui/time-text.ts';
import { QueryFailure } from './query-failure.tsx';

const WINDOWS = [
  ['1h', 'Last hour'],
  ['24h', 'Last day'],
  ['7d', 'Last week'],
] as const satisfies readonly (readonly [OverviewWindow, string])[];

/** The records that were created in a span. */
const recordsBetween = (from: Date, to: Date): string =>
  `/desk/records?${new URLSearchParams({ createdFrom: from.toISOString(), createdTo: to.toISOString() })}`;

/** Everything at a glance. */
export function OverviewView({ window }: { readonly window: OverviewWindow }) {
  const router = useRouter();
  const { refreshSeconds } = usePreferences().preferences;
  const { data, error, isFetching, refetch } = useQuery({
    ...useTRPC().desk.overview.get.queryOptions({ window }),
    placeholderData: keepPreviousData,
    // Figures are computed every quarter of a minute: more often would show the same.
    refetchInterval: refreshSeconds === 0 ? false : Math.max(15, refreshSeconds) * 1_000,
  });
  const alarms = useQuery({
    ...useTRPC().desk.alarms.list.queryOptions(),
    enabled: useDesk().permissions.includes('records:read'),
    refetchInterval: 60_000,
  });
  const refresh = () => void refetch();
  if (!data) {
    return (
      <Card>
        {error ? (
          <QueryFailure what="The overview" error={error} isBusy={isFetching} onRetry={refresh} />
        ) : (
          <ListSkeleton />
        )}
      </Card>
    );
  }
  const { asOf } = data;
  const oldest = data.oldestStuckSeconds?.value ?? 0;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      {alarms.data && <AlarmBanner alarms={alarms.data.alarms} asOf={alarms.data.asOf} />}
      <Card>
        <ListBar asOf={asOf} isStale={!!error} isBusy={isFetching} onRefresh={refresh}>
          <nav aria-label="Time of the charts" className="flex gap-1">
            {WINDOWS.map(([name, label]) => (
              <Link
                key={name}
                href={name === '24h' ? '/desk' : `/desk?window=${name}`}
                prefetch={false}
                scroll={false}
                aria-current={name === window ? 'true' : undefined}
                className="rounded-md px-2 py-1 font-medium text-muted hover:bg-raised hover:text-ink aria-[current=true]:bg-accent-soft aria-[current=true]:text-accent-text"
              >
                {label}
              </Link>
            ))}
          </nav>
        </ListBar>
      </Card>
      <div className="grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3 xl:grid-cols-6">
        <Tile
          label="Stuck"
          icon={Hourglass}
          figure={data.stuck}
          href="/desk/stuck"
          tone="warning"
          note={oldest > 0 ? `oldest ${durationText(oldest * 1_000)}` : undefined}
          asOf={asOf}
        />
        <Tile label="Unknown" icon={CircleHelp} figure={data.unknown} href="/desk/unknown" tone="danger" asOf={asOf} />
        <Tile label="Parked" icon={Hand} figure={data.parked} href="/desk/unknown" tone="danger" asOf={asOf} />
        <Tile
          label="Conflicts in 24 h"
          icon={GitCompareArrows}
          figure={data.conflictsDay}
          href="/desk/conflicts"
          tone="warning"
          asOf={asOf}
        />
        <Tile
          label="Expiring in 1 h"
          icon={ClockAlert}
          figure={data.expiringHour}
          href="/desk/expiring"
          tone="neutral"
          asOf={asOf}
        />
        <Link
          href="/desk/outbox"
          prefetch={false}
          className="grid content-start gap-1 rounded-lg border border-line bg-surface p-4 transition-colors hover:border-line-strong"
        >
          <span className="flex items-center gap-2 text-[13px] font-medium text-muted">
            <Send aria-hidden className="size-4" />
            Outbox
          </span>
          <span className="text-lg leading-10 font-semibold text-muted">not yet</span>
          <span className="text-xs text-muted">This version has no outbox.</span>
        </Link>
      </div>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        {/* Two columns of their own: a long list beside a chart leaves no hole under the chart. */}
        <div className="grid min-w-0 grid-cols-1 gap-4">
          {data.attention && (
            <Card className="min-w-0">
              <CardHeader>
                <CardTitle>What needs attention first</CardTitle>
              </CardHeader>
              <AttentionList rows={data.attention} asOf={asOf} />
            </Card>
          )}
          <StuckCard overview={data} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <ActivityCard
            overview={data}
            pathOf={recordsBetween}
            onSelect={(from, to) => router.push(recordsBetween(from, to))}
          />
          <LagCard overview={data} answerHours={data.retention.answerHours} />
        </div>
        <Card className="min-w-0 xl:col-span-2">
          <CardHeader>
            <CardTitle>Last actions of operators</CardTitle>
          </CardHeader>
          <ActionList actions={data.actions} isOwnOnly={data.isOwnOnly} asOf={asOf} />
        </Card>
      </div>
    </div>
  );
}
