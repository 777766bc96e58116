'use client';

import { useRouter } from 'next/navigation';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { useMemo, useRef, useState } from 'react';
import { toast } from 'sonner';
import type { z } from 'zod';
import { refusalOf } from '../../../client/refusal-of.ts';
import type { ListCounted, ListPage } from '../../../desk/list-rows.ts';
import { Card } from '../../../ui/card.tsx';
import { type BulkAction, BulkBar } from '../../../ui/desk/list/bulk-bar.tsx';
import { ColumnMenu } from '../../../ui/desk/list/column-menu.tsx';
import { EmptyList, type EmptyWords } from '../../../ui/desk/list/empty-list.tsx';
import { FilterForm } from '../../../ui/desk/list/filter-form.tsx';
import { ListChips } from '../../../ui/desk/list/list-chips.tsx';
import type { FilterField, ListColumn } from '../../../ui/desk/list/list-column.ts';
import { ListPager } from '../../../ui/desk/list/list-pager.tsx';
import { ListStatus } from '../../../ui/desk/list/list-status.tsx';
import { ListTable } from '../../../ui/desk/list/list-table.tsx';
import { countText, type Noun, PAUSE_WORDS, pageText } from '../../../ui/desk/list/list-words.ts';
import { usePreferences } from '../../../ui/desk/preferences.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { QueryFailure } from '../query-failure.tsx';
import { FIRST_PAGE, filterValues, type UrlValues } from './list-url.ts';
import { SavedViews, type ViewPage } from './saved-views.tsx';
import { useListUrl } from './use-list-url.ts';
import { useLiveList } from './use-live-list.ts';
import { usePause } from './use-pause.ts';
import { useRowKeys } from './use-row-keys.ts';

/** The place in a list that every schema of a list has. */
type AnyPlace = {
  readonly limit: number;
  readonly sort?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
};

/** What is chosen for many rows at once. */
export type Selected<Row, Place> = { readonly rows: readonly Row[]; readonly place: Place; readonly clear: () => void };

export type DeskListProps<Schema extends z.ZodType<AnyPlace>, Row extends { readonly id: string }> = {
  /** The page's name in the URL, and that of its saved views. */
  readonly name: ViewPage;
  readonly title: string;
  readonly noun: Noun;
  readonly schema: Schema;
  readonly fields: readonly FilterField[];
  readonly columns: readonly ListColumn<Row>[];
  /** The list's order when the URL names none. */
  readonly sort: { readonly by: string; readonly order: 'asc' | 'desc' };
  readonly nameOf: (row: Row) => string;
  /** Where Enter leads. */
  readonly hrefOf: (row: Row) => string | null;
  readonly ask: (input: z.output<Schema> & { known?: string[] }) => Promise<ListPage<Row>>;
  readonly count: (input: z.output<Schema>) => Promise<ListCounted>;
  readonly initial: { readonly place: z.output<Schema>; readonly page: ListPage<Row> } | null;
  readonly ignored?: readonly string[];
  readonly empty: EmptyWords;
  /** What can be done with selected rows; absent where rows cannot be selected. */
  readonly bulk?: (selected: Selected<Row, z.output<Schema>>) => readonly BulkAction[];
};

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
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
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
  const toggle = (ids: readonly string[], isSelected: boolean) =>
    setSelected((before) => {
      const next = new Map(before);
      for (const id of ids) {
        const row = rows?.find((live) => live.row.id === id)?.row;
        if (isSelected && row) next.set(id, row);
        if (!isSelected) next.delete(id);
      }
      return next;
    });
  const clear = () => setSelected(new Map());
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
  const chips = fields.flatMap(({ name: filter, label, kind }) => {
    const value = values[filter];
    if (value === undefined || isDefault(schema, filter, value)) return [];
    const shown = typeof kind === 'object' ? (kind.options.find(([option]) => option === value)?.[1] ?? value) : value;
    const without = { [filter]: null, ...FIRST_PAGE };
    return [{ label, value: shown, href: urlOf(without), onRemove: () => go(without) }];
  });
  const step = (change: UrlValues | null) => change && { href: urlOf(change), onGo: () => go(change) };
  const neighbour = (at: 'after' | 'before', position: string | undefined): UrlValues | null =>
    position === undefined ? null : { ...FIRST_PAGE, [at]: position };
  const hidden = hiddenOf(columns, chosen);
  const showColumns = (next: ReadonlySet<string>) => {
    const shown = columns.filter(({ id }) => !next.has(id)).map(({ id }) => id);
    const usual = columns.filter(({ isExtra }) => !isExtra).map(({ id }) => id);
    go({ cols: shown.join() === usual.join() ? null : shown.join() });
  };
  const failure = list.error ? refusalOf(list.error) : null;

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
                onToggle={(id) => showColumns(toggled(hidden, id))}
                onReset={() => go({ cols: null })}
                onDensity={() => change({ density: preferences.density === 'compact' ? 'comfortable' : 'compact' })}
              />
            </>
          }
        />
        {rows && failure && (
          <div className="border-b border-line p-3">
            <Notice
              tone="warning"
              title={
                failure.kind === 'failed' && failure.status === 504 ? 'This took too long' : 'The last refresh failed'
              }
            >
              <p>
                {failure.kind === 'no_answer' ? 'The server could not be reached.' : failure.message} What is shown is
                as of the time above.
                {failure.requestId && ` Request ${failure.requestId}.`}
              </p>
            </Notice>
          </div>
        )}
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
              onCopy={(text) => void copy(text)}
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

/** A filter that always has a value (how far ahead) is on only when it is another one than at first. */
const isDefault = (schema: z.ZodType, name: string, value: string): boolean =>
  (schema.parse({}) as Readonly<Record<string, unknown>>)[name] === value;

function hiddenOf<Row>(columns: readonly ListColumn<Row>[], chosen: readonly string[] | null): ReadonlySet<string> {
  const known = chosen?.filter((id) => columns.some((column) => column.id === id)) ?? [];
  const isShown = (column: ListColumn<Row>) =>
    column.isFixed || (known.length > 0 ? known.includes(column.id) : !column.isExtra);
  return new Set(columns.filter((column) => !isShown(column)).map(({ id }) => id));
}

function toggled(hidden: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(hidden);
  if (!next.delete(id)) next.add(id);
  return next;
}

async function copy(text: string): Promise<void> {
  // Browsers have no clipboard for pages that came over plain http.
  if (!navigator.clipboard) return void toast.error('This browser lets nothing be copied from a page without https.');
  await navigator.clipboard.writeText(text).then(
    () => toast.success('Copied'),
    () => toast.error('The browser did not let it be copied.'),
  );
}
