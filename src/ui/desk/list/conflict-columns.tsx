import type { ConflictListItem } from '../../../desk/list-conflicts.ts';
import { Badge } from '../../badge.tsx';
import { Count } from '../count.tsx';
import { IdCell, Moment, None, RowLink } from './cells.tsx';
import type { ListColumn } from './list-column.ts';
import { ACCOUNT_COLUMN, KEY_COLUMN, PROCEDURE_COLUMN } from './shared-columns.tsx';

/** One row per conflict: which key, who, what differs, when and how often. */
export const CONFLICT_COLUMNS: readonly ListColumn<ConflictListItem>[] = [
  {
    id: 'record',
    label: 'Record',
    cell: ({ recordId }) => <RowLink href={`/desk/records/${recordId}`}>#{recordId}</RowLink>,
    text: ({ recordId }) => recordId,
    filter: 'record',
    isFixed: true,
  },
  KEY_COLUMN,
  {
    id: 'fields',
    label: 'What differs',
    cell: ({ differingFields }) => (
      <span className="flex flex-wrap gap-1">
        {differingFields.map((field) => (
          <Badge key={field} tone="warning" className="font-mono">
            {field}
          </Badge>
        ))}
      </span>
    ),
    text: ({ differingFields }) => differingFields.join(', '),
  },
  {
    id: 'caller',
    label: 'Caller',
    cell: ({ caller }) => <IdCell text={caller} label="Copy caller" />,
    text: ({ caller }) => caller,
    filter: 'caller',
  },
  ACCOUNT_COLUMN,
  { ...PROCEDURE_COLUMN, isExtra: true },
  {
    id: 'times',
    label: 'Times',
    cell: ({ occurrences }) => <Count value={occurrences} />,
    sort: 'occurrences',
    isNumber: true,
  },
  {
    id: 'first',
    label: 'First seen',
    cell: ({ firstSeenAt }, asOf) => <Moment at={firstSeenAt} asOf={asOf} />,
    isNumber: true,
    isExtra: true,
  },
  {
    id: 'last',
    label: 'Last seen',
    cell: ({ lastSeenAt }, asOf) => <Moment at={lastSeenAt} asOf={asOf} />,
    sort: 'lastSeen',
    isNumber: true,
  },
  {
    id: 'reviewed',
    label: 'Reviewed',
    cell: ({ reviewedAt, reviewedBy }, asOf) =>
      reviewedAt ? (
        <span className="inline-flex flex-wrap gap-x-2">
          {reviewedBy} <Moment at={reviewedAt} asOf={asOf} />
        </span>
      ) : (
        <None>not yet</None>
      ),
  },
];
