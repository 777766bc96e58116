'use client';

import {
  columnVisibilityFeature,
  createColumnHelper,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type ReactNode, type RefObject, useMemo } from 'react';
import type { LiveRow } from '../../../client/list/live-rows.ts';
import { cn } from '../../cn.ts';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../table.tsx';
import type { ListColumn } from './list-column.ts';
import { RowMenu } from './row-menu.tsx';

export type ListTableProps<Row extends { readonly id: string }> = {
  readonly label: string;
  readonly columns: readonly ListColumn<Row>[];
  readonly rows: readonly LiveRow<Row>[];
  readonly asOf: Date;
  /** What a row is called: "record #12". */
  readonly nameOf: (row: Row) => string;
  readonly hidden: ReadonlySet<string>;
  readonly isCompact: boolean;
  readonly sort: { readonly by: string; readonly order: 'asc' | 'desc' };
  readonly onSort: (by: string, order: 'asc' | 'desc') => void;
  /** Ids of the selected rows; null where rows cannot be selected. */
  readonly selected: ReadonlySet<string> | null;
  readonly onSelect: (ids: readonly string[], isSelected: boolean) => void;
  /** The row that the keys `j` and `k` are on. */
  readonly activeId: string | null;
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly onCopy: (text: string) => void;
  readonly onFilter: (name: string, value: string) => void;
};

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });

/** Rows for scanning. Each keeps its place; what changed since the page was read is marked, and what left says so. */
export function ListTable<Row extends { readonly id: string }>(props: ListTableProps<Row>) {
  const { label, columns, rows, asOf, nameOf, hidden, selected, sort } = props;
  const helper = useMemo(() => createColumnHelper<typeof features, LiveRow<Row>>(), []);
  const table = useTable({
    features,
    data: rows as LiveRow<Row>[],
    columns: useMemo(
      () => columns.map((column) => helper.display({ id: column.id, header: column.label })),
      [columns, helper],
    ),
    getRowId: ({ row }) => row.id,
    state: {
      columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, !hidden.has(id)])),
      rowSelection: Object.fromEntries([...(selected ?? [])].map((id) => [id, true as const])),
    },
  });
  const byId = new Map(columns.map((column) => [column.id, column]));
  const shown = table.getVisibleLeafColumns().flatMap(({ id }) => byId.get(id) ?? []);
  const ids = rows.map(({ row }) => row.id);
  const isAll = selected !== null && ids.length > 0 && ids.every((id) => selected.has(id));
  return (
    <Table label={label} data-density={props.isCompact ? 'compact' : 'comfortable'}>
      <TableHead>
        <tr>
          {selected && (
            <TableHeaderCell className="w-8 pr-0">
              <Check label="Select all rows of this page" isOn={isAll} onChange={(on) => props.onSelect(ids, on)} />
            </TableHeaderCell>
          )}
          {shown.map((column) => (
            <HeaderCell key={column.id} column={column} sort={sort} onSort={props.onSort} />
          ))}
          <TableHeaderCell className="w-8">
            <span className="sr-only">Cells</span>
          </TableHeaderCell>
        </tr>
      </TableHead>
      <TableBody ref={props.body}>
        {table.getRowModel().rows.map(({ id, original: { row, change } }) => (
          <TableRow
            key={id}
            data-row={id}
            data-change={change}
            tabIndex={-1}
            aria-selected={selected?.has(id) ?? undefined}
            className={cn(
              'scroll-my-16 focus-visible:-outline-offset-2',
              selected?.has(id) && 'bg-accent-soft/60',
              props.activeId === id && 'bg-raised',
              change === 'changed' && 'bg-warning-soft/50',
              (change === 'left' || change === 'gone') && 'opacity-65',
            )}
          >
            {selected && (
              <TableCell className={cn('w-8 pr-0', props.isCompact && 'h-8 py-0.5')}>
                <Check
                  label={`Select ${nameOf(row)}`}
                  isOn={selected.has(id)}
                  onChange={(on) => props.onSelect([id], on)}
                />
              </TableCell>
            )}
            {shown.map((column) => (
              <TableCell
                key={column.id}
                className={cn(column.isNumber && 'text-right', props.isCompact && 'h-8 py-0.5')}
              >
                {column.isFixed ? <Named change={change}>{column.cell(row, asOf)}</Named> : column.cell(row, asOf)}
              </TableCell>
            ))}
            <TableCell className={cn('w-8 text-right', props.isCompact && 'h-8 py-0.5')}>
              <RowMenu
                name={nameOf(row)}
                cells={menuCells(columns, row)}
                onCopy={props.onCopy}
                onFilter={props.onFilter}
              />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

const CHANGE_WORDS = { same: null, changed: null, left: 'no longer in this list', gone: 'gone' } as const;

const Named = ({ change, children }: { change: keyof typeof CHANGE_WORDS; children: ReactNode }) => (
  <span className="inline-flex flex-wrap items-center gap-x-2">
    {children}
    {CHANGE_WORDS[change] && <span className="text-xs text-muted">{CHANGE_WORDS[change]}</span>}
    {change === 'changed' && <span className="sr-only">has changed</span>}
  </span>
);

const menuCells = <Row,>(columns: readonly ListColumn<Row>[], row: Row) =>
  columns.flatMap(({ id, label, text, filter }) => {
    const value = text?.(row) ?? null;
    return value === null ? [] : [{ id, label, text: value, filter: filter ?? null }];
  });

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: { column: ListColumn<Row> } & Pick<ListTableProps<never>, 'sort' | 'onSort'>) {
  const { label, isNumber, sort: by } = column;
  const className = isNumber ? 'text-right' : undefined;
  if (by === undefined) return <TableHeaderCell className={className}>{label}</TableHeaderCell>;
  const order = sort.by === by ? sort.order : null;
  const Icon = order === null ? ArrowUpDown : order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <TableHeaderCell
      className={className}
      aria-sort={order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        onClick={() => onSort(by, order === 'desc' ? 'asc' : 'desc')}
        className="inline-flex min-h-6 items-center gap-1 rounded-sm hover:text-ink"
      >
        {label}
        <Icon aria-hidden className="size-3.5" />
      </button>
    </TableHeaderCell>
  );
}

const Check = ({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) => (
  <input
    type="checkbox"
    aria-label={label}
    checked={isOn}
    onChange={({ target }) => onChange(target.checked)}
    className="size-4 align-middle accent-accent"
  />
);
