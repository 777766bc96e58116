'use client';

import { useRouter } from 'next/navigation';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { useMemo, useRef } from 'react';
import type { z } from 'zod';
import type { ListPage } from '../../../desk/list-rows.ts';
import { Card } from '../../../ui/card.tsx';
import { BulkBar } from '../../../ui/desk/list/bulk-bar.tsx';
import { ColumnMenu } from '../../../ui/desk/list/column-menu.tsx';
import { EmptyList } from '../../../ui/desk/list/empty-list.tsx';
import { FilterForm } from '../../../ui/desk/list/filter-form.tsx';
import { ListChips } from '../../../ui/desk/list/list-chips.tsx';
import { ListPager } from '../../../ui/desk/list/list-pager.tsx';
import { ListStatus } from '../../../ui/desk/list/list-status.tsx';
import { ListTable } from '../../../ui/desk/list/list-table.tsx';
import { countText, PAUSE_WORDS, pageText } from '../../../ui/desk/list/list-words.ts';
import { usePreferences } from '../../../ui/desk/preferences.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { QueryFailure } from '../query-failure.tsx';
import { chipsOf } from './chips-of.ts';
import { copyCell } from './copy-cell.ts';
import type { AnyPlace, DeskListProps } from './desk-list-props.ts';
import { columnsParameter, hiddenColumns, toggled } from './hidden-columns.ts';
import { FIRST_PAGE, filterValues, type UrlValues } from './list-url.ts';
import { RefreshFailure } from './refresh-failure.tsx';
import { SavedViews } from './saved-views.tsx';
import { useListUrl } from './use-list-url.ts';
import { useLiveList } from './use-live-list.ts';
import { usePause } from './use-pause.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useSelection } from './use-selection.ts';

const NO_IGNORED: readonly string[] = [];

/** The one list of the desk. Its state is the URL; what it shows is brought up to date in place. */
export const DeskList = <Schema extends z.ZodType<AnyPlace>, Row extends { readonly id: string }>(
  props: DeskListProps<Schema, Row>,
) => (
  <NuqsAdapter>
    <List {...props} />
  </NuqsAdapter>
);

function List<Schema extends z.ZodType<AnyPlace>, Row extends { readonly id: string }>(
  props: DeskListProps<Schema, Row>,
) {
  const { name, title, noun, schema, fields, columns, nameOf, hrefOf, bulk } = props;
  const router = useRouter();
  const { preferences, change } = usePreferences();
  const names = useMemo(() => [...fields.map((field) => field.name), ...PLACE_NAMES], [fields]);
  const { place, columns: chosen, hrefOf: urlOf, go } = useListUrl(schema, names);
  const { selected, toggle: toggleIn, clear } = useSelection<Row>();
  const pause = usePause(selected.size, preferences.refreshSeconds);
  const list = useLiveList<z.output<Schema> & object, Row>({
    name,
    place: place as z.output<Schema> & object,
    ask: props.ask,
    count: props.count,
    initial: props.initial as { place: z.output<Schema> & object; page: ListPage<Row> } | null,
    isPaused: pause !== null && pause !== 'off',
    refreshSeconds: preferences.refreshSeconds,
    ignored: props.ignored ?? NO_IGNORED,
  });
  const { rows, page } = list;
  const body = useRef<HTMLTableSectionElement>(null);
  const values = place as Readonly<Record<string, string | undefined>>;
  const toggle = (ids: readonly string[], isSelected: boolean) => toggleIn(rows, ids, isSelected);
  const activeId = useRowKeys({
    isOn: preferences.shortcuts,
    ids: useMemo(() => rows?.map(({ row }) => row.id) ?? [], [rows]),
    body,
    onOpen: (id) => {
      const row = rows?.find((live) => live.row.id === id)?.row;
      const href = row && hrefOf(row);
      if (href) router.push(href);
    },
    onToggle: (id) => bulk && toggle([id], !selected.has(id)),
    onEscape: clear,
  });

  const cleared: UrlValues = { ...Object.fromEntries(fields.map((field) => [field.name, null])), ...FIRST_PAGE };
  const chips = chipsOf({ schema, fields, values, urlOf, go });
  const step = (change: UrlValues | null) => change && { href: urlOf(change), onGo: () => go(change) };
  const neighbour = (at: 'after' | 'before', position: string | undefined): UrlValues | null =>
    position === undefined ? null : { ...FIRST_PAGE, [at]: position };
  const hidden = hiddenColumns(columns, chosen);

  return (
    <>
      <Card>
        <FilterForm
          key={JSON.stringify(fields.map((field) => values[field.name]))}
          action={`/desk/${name}`}
          fields={fields}
          values={values}
          onFilter={(given) => go(filterValues(given))}
        />
        <ListChips chips={chips} clearHref={urlOf(cleared)} onClear={() => go(cleared)} />
        <ListStatus
          count={
            page &&
            (list.counted
              ? countText(list.counted, noun)
              : pageText(page.rows.length, page.hasNext || page.hasPrevious, noun))
          }
          countAsOf={list.counted?.asOf ?? null}
          asOf={list.asOf}
          isStale={list.isStale}
          paused={pause && PAUSE_WORDS[pause]}
          isBusy={list.isBusy}
          newCount={list.newCount}
          hasMoreNew={list.hasMoreNew}
          onShowNew={list.showNew}
          onRefresh={list.refresh}
          tools={
            <>
              <SavedViews page={name} />
              <ColumnMenu
                columns={columns.flatMap(({ id, label, isFixed }) =>
                  isFixed ? [] : [{ id, label, isShown: !hidden.has(id) }],
                )}
                isCompact={preferences.density === 'compact'}
                onToggle={(id) => go({ cols: columnsParameter(columns, toggled(hidden, id)) })}
                onReset={() => go({ cols: null })}
                onDensity={() => change({ density: preferences.density === 'compact' ? 'comfortable' : 'compact' })}
              />
            </>
          }
        />
        {rows && Boolean(list.error) && <RefreshFailure error={list.error} />}
        <div className={list.isFormer ? 'opacity-60' : undefined} aria-busy={list.isFormer}>
          {rows === null || page === null ? (
            list.error ? (
              <QueryFailure what={`The ${noun.many}`} error={list.error} isBusy={list.isBusy} onRetry={list.refresh} />
            ) : (
              <ListSkeleton />
            )
          ) : rows.length > 0 ? (
            <ListTable
              label={title}
              columns={columns}
              rows={rows}
              asOf={list.asOf ?? page.asOf}
              nameOf={nameOf}
              hidden={hidden}
              isCompact={preferences.density === 'compact'}
              sort={{ by: place.sort ?? props.sort.by, order: place.order ?? props.sort.order }}
              onSort={(by, order) => go({ sort: by, order, ...FIRST_PAGE })}
              selected={bulk ? new Set(selected.keys()) : null}
              onSelect={toggle}
              activeId={activeId}
              body={body}
              onCopy={(text) => void copyCell(text)}
              onFilter={(filter, value) => go({ [filter]: value, ...FIRST_PAGE })}
            />
          ) : (
            <EmptyList
              isBeyond={page.hasPrevious}
              isFiltered={chips.length > 0}
              noun={noun}
              words={props.empty}
              clear={{
                href: urlOf(page.hasPrevious ? FIRST_PAGE : cleared),
                onGo: () => go(page.hasPrevious ? FIRST_PAGE : cleared),
              }}
            />
          )}
        </div>
        {page && (
          <ListPager
            first={page.hasPrevious ? step(FIRST_PAGE) : null}
            previous={page.hasPrevious ? step(neighbour('before', page.rows[0]?.position)) : null}
            next={page.hasNext ? step(neighbour('after', page.rows.at(-1)?.position)) : null}
          />
        )}
      </Card>
      {bulk && (
        <BulkBar
          count={selected.size}
          noun={noun}
          actions={selected.size === 0 ? [] : bulk({ rows: [...selected.values()], place, clear })}
          onClear={clear}
        />
      )}
    </>
  );
}

const PLACE_NAMES = ['sort', 'order', 'after', 'before', 'limit'] as const;
