'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type LiveRow, mergeLive } from '../../../client/list/live-rows.ts';
import type { ListCounted, ListPage } from '../../../desk/list-rows.ts';

type Listed = { readonly id: string };

export type LiveListOptions<Place extends object, Row extends Listed> = {
  /** Names the list in the cache. */
  readonly name: string;
  readonly place: Place;
  readonly ask: (input: Place & { known?: string[] }) => Promise<ListPage<Row>>;
  readonly count: (input: Place) => Promise<ListCounted>;
  /** What the server rendered, and for which place. */
  readonly initial: { readonly place: Place; readonly page: ListPage<Row> } | null;
  readonly isPaused: boolean;
  readonly refreshSeconds: number;
  /** Members of a row that run by themselves. */
  readonly ignored: readonly string[];
};

export type LiveList<Row extends Listed> = {
  /** Rows in the places in which they were first shown, as they are now; null while there are none yet. */
  readonly rows: readonly LiveRow<Row>[] | null;
  /** The page as it was first shown: its cursors are those of the screen. */
  readonly page: ListPage<Row> | null;
  readonly asOf: Date | null;
  readonly counted: ListCounted | null;
  readonly newCount: number;
  readonly hasMoreNew: boolean;
  readonly error: unknown;
  /** There are rows, and the last read of them failed. */
  readonly isStale: boolean;
  /** Rows of the former filter, while those of this one are on their way. */
  readonly isFormer: boolean;
  readonly isBusy: boolean;
  /** Shows what waits: the page as it is now. */
  readonly showNew: () => void;
  readonly refresh: () => void;
};

/** A count is for orientation: half a minute old is good enough. */
const COUNT_MS = 30_000;

/** A page of a list that is read again and again without a row moving, until somebody asks for the new ones. */
export function useLiveList<Place extends object, Row extends Listed>(
  options: LiveListOptions<Place, Row>,
): LiveList<Row> {
  const { name, place, ask, initial, isPaused, refreshSeconds, ignored } = options;
  const key = JSON.stringify(place);
  const isInitial = initial !== null && JSON.stringify(initial.place) === key;
  const base = useQuery({
    queryKey: ['desk-list', name, key],
    queryFn: () => ask(place),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    ...(isInitial ? { initialData: initial.page, initialDataUpdatedAt: Date.now() } : {}),
  });
  const [accepted, setAccepted] = useState<{ readonly key: string; readonly page: ListPage<Row> } | null>(null);
  const isFormer = base.isPlaceholderData;
  // A page that was read later than what was accepted replaces it: coming back to a list begins it anew.
  const isAccepted = accepted?.key === key && accepted.page.asOf >= (base.data?.asOf ?? accepted.page.asOf);
  const page = (isAccepted ? accepted.page : base.data) ?? null;
  const known = useMemo(() => page?.rows.map(({ id }) => id) ?? [], [page]);
  const live = useQuery({
    queryKey: ['desk-list', name, key, 'live', known],
    queryFn: () => ask({ ...place, known }),
    enabled: page !== null && !isFormer && !isPaused && refreshSeconds > 0,
    refetchInterval: refreshSeconds * 1_000,
    refetchOnWindowFocus: true,
    // The interval says when, and coming back to the tab.
    staleTime: refreshSeconds * 1_000,
    ...(page ? { initialData: page, initialDataUpdatedAt: base.dataUpdatedAt } : {}),
  });
  const later = live.data && live.data !== page ? live.data : undefined;
  const merged = useMemo(() => (page ? mergeLive<Row>(page.rows, later, ignored) : null), [page, later, ignored]);
  const isPart = page !== null && (page.hasNext || page.hasPrevious);
  const counted = useQuery({
    queryKey: ['desk-list', name, 'count', JSON.stringify({ ...place, after: undefined, before: undefined })],
    queryFn: () => options.count(place),
    // What is on one page has been counted by looking.
    enabled: isPart && !isFormer && !isPaused,
    refetchInterval: COUNT_MS,
    staleTime: COUNT_MS,
  });
  return {
    rows: merged?.rows ?? null,
    page,
    asOf: (later ?? page)?.asOf ?? null,
    counted: isPart ? (counted.data ?? null) : null,
    newCount: merged?.newIds.length ?? 0,
    hasMoreNew: (merged?.newIds.length ?? 0) === later?.rows.length && later?.hasNext === true,
    error: base.error ?? live.error,
    isStale: page !== null && (live.isError || base.isError),
    isFormer,
    isBusy: base.isFetching || live.isFetching,
    showNew: () => later && setAccepted({ key, page: later }),
    refresh: () => void (page ? live.refetch() : base.refetch()),
  };
}
