import type { OperationRow } from '../../../postgres/statements/list-operations.ts';
import { Moment, Name, RowLink, Sentence } from './cells.tsx';
import type { ListColumn } from './list-column.ts';
import { KIND_WORDS, OperationState } from './operation-words.tsx';

/** Bulk jobs with how far they are. */
export const OPERATION_COLUMNS: readonly ListColumn<OperationRow>[] = [
  {
    id: 'operation',
    label: 'Operation',
    cell: ({ id }) => <RowLink href={`/desk/operations/${id}`}>#{id}</RowLink>,
    text: ({ id }) => id,
    sort: 'id',
    isFixed: true,
  },
  {
    id: 'kind',
    label: 'What',
    cell: ({ kind }) => <Name text={KIND_WORDS.get(kind) ?? kind} />,
    text: ({ kind }) => kind,
    filter: 'kind',
  },
  {
    id: 'state',
    label: 'State',
    cell: ({ state }) => <OperationState state={state} />,
    text: ({ state }) => state,
    filter: 'state',
  },
  {
    id: 'progress',
    label: 'Progress',
    cell: ({ total, waiting }) => (
      <span className="whitespace-nowrap">
        {(total - waiting).toLocaleString('en')} of {total.toLocaleString('en')}
      </span>
    ),
    isNumber: true,
  },
  {
    id: 'who',
    label: 'Who',
    cell: ({ actorName }) => <Name text={actorName} />,
    text: ({ actorName }) => actorName,
    filter: 'actor',
  },
  {
    id: 'created',
    label: 'Made',
    cell: ({ createdAt }, asOf) => <Moment at={createdAt} asOf={asOf} />,
    isNumber: true,
  },
  {
    id: 'ended',
    label: 'Ended',
    cell: ({ endedAt }, asOf) => <Moment at={endedAt} asOf={asOf} none="not yet" />,
    isNumber: true,
  },
  {
    id: 'reason',
    label: 'Reason',
    cell: ({ reason }) => <Sentence text={reason || null} />,
    text: ({ reason }) => reason || null,
  },
];
