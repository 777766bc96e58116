import type { DuplicateItem } from '../../../desk/list-duplicates.ts';
import { Count } from '../count.tsx';
import { IdCell, Moment, RowLink } from './cells.tsx';
import type { ListColumn } from './list-column.ts';
import { ACCOUNT_COLUMN, PROCEDURE_COLUMN } from './shared-columns.tsx';

/** The same request under different keys. */
export const DUPLICATE_COLUMNS: readonly ListColumn<DuplicateItem>[] = [
  {
    id: 'first',
    label: 'First record',
    cell: ({ firstId }) => <RowLink href={`/desk/records/${firstId}`}>#{firstId}</RowLink>,
    text: ({ firstId }) => firstId,
    isFixed: true,
  },
  {
    id: 'last',
    label: 'Last record',
    cell: ({ lastId }) => <RowLink href={`/desk/records/${lastId}`}>#{lastId}</RowLink>,
    text: ({ lastId }) => lastId,
  },
  { id: 'records', label: 'Records', cell: ({ records }) => <Count value={records} />, isNumber: true },
  {
    id: 'apart',
    label: 'Apart',
    cell: ({ firstAt, lastAt }) => `${Math.round((lastAt.getTime() - firstAt.getTime()) / 1_000)} s`,
    isNumber: true,
  },
  ACCOUNT_COLUMN,
  PROCEDURE_COLUMN,
  {
    id: 'keys',
    label: 'Keys',
    cell: ({ firstKey, lastKey }) => (
      <span className="inline-flex flex-wrap gap-x-3">
        <IdCell text={firstKey} label="Copy first key" />
        <IdCell text={lastKey} label="Copy last key" />
      </span>
    ),
    text: ({ firstKey }) => firstKey,
  },
  {
    id: 'seen',
    label: 'Last seen',
    cell: ({ lastAt }, asOf) => <Moment at={lastAt} asOf={asOf} />,
    sort: 'last',
    isNumber: true,
  },
];
