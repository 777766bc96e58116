import { TriangleAlert } from 'lucide-react';
import type { RecordItem } from '../../../desk/list-records.ts';
import { Badge } from '../../badge.tsx';
import { Count } from '../count.tsx';
import { StateBadge } from '../state-badge.tsx';
import { IdCell, Moment, None, RowLink, Sentence } from './cells.tsx';
import type { ListColumn } from './list-column.ts';
import { ACCOUNT_COLUMN, KEY_COLUMN, PROCEDURE_COLUMN } from './shared-columns.tsx';

type Column = ListColumn<RecordItem>;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const COLUMNS = {
  record: {
    label: 'Record',
    cell: ({ id }) => <RowLink href={`/desk/records/${id}`}>#{id}</RowLink>,
    text: ({ id }) => id,
    isFixed: true,
  },
  state: {
    label: 'State',
    cell: (record) => <StateBadge record={record} />,
    text: ({ state }) => state,
    filter: 'state',
  },
  key: KEY_COLUMN,
  procedure: PROCEDURE_COLUMN,
  account: ACCOUNT_COLUMN,
  phase: {
    label: 'Phase',
    cell: ({ phase }) => phase ?? <None>before the first step</None>,
    text: ({ phase }) => phase,
  },
  attempt: { label: 'Attempt', cell: ({ attempt }) => attempt, text: ({ attempt }) => String(attempt), isNumber: true },
  effect: {
    label: 'Effect outside',
    cell: ({ externalBegan, mode }) =>
      externalBegan ? (
        <Badge tone="warning">
          <TriangleAlert aria-hidden />
          may have happened
        </Badge>
      ) : (
        <None>{mode === 'phased' ? 'none was begun' : 'never leaves'}</None>
      ),
  },
  heartbeat: {
    label: 'Last heartbeat',
    cell: ({ heartbeatAt }, asOf) => <Moment at={heartbeatAt} asOf={asOf} none="never" />,
    text: ({ heartbeatAt }) => iso(heartbeatAt),
    isNumber: true,
  },
  open: {
    label: 'Open since',
    cell: ({ openSince }, asOf) => <Moment at={openSince} asOf={asOf} />,
    text: ({ openSince }) => iso(openSince),
    isNumber: true,
  },
  why: {
    label: 'Why',
    cell: ({ unknownReason, parkedReason }) => <Sentence text={parkedReason ?? unknownReason} />,
    text: ({ unknownReason, parkedReason }) => parkedReason ?? unknownReason,
  },
  held: {
    label: 'Held by',
    cell: ({ heldBy }) => heldBy ?? <None>nobody</None>,
    text: ({ heldBy }) => heldBy,
  },
  deadline: {
    label: 'Provider’s key ends',
    cell: ({ keyWindowEndsAt }, asOf) =>
      keyWindowEndsAt && keyWindowEndsAt <= asOf ? (
        <span className="inline-flex items-center gap-2">
          <Badge tone="danger">over</Badge>
          <Moment at={keyWindowEndsAt} asOf={asOf} />
        </span>
      ) : (
        <Moment at={keyWindowEndsAt} asOf={asOf} none="no open call" />
      ),
    text: ({ keyWindowEndsAt }) => iso(keyWindowEndsAt),
    isNumber: true,
  },
  provider: {
    label: 'Provider’s id',
    cell: ({ providerId }) => <IdCell text={providerId} label="Copy provider’s id" />,
    text: ({ providerId }) => providerId,
    filter: 'providerId',
  },
  resource: {
    label: 'Resource',
    cell: ({ resourceId }) => <IdCell text={resourceId} label="Copy resource id" />,
    text: ({ resourceId }) => resourceId,
    filter: 'resourceId',
  },
  replays: { label: 'Replays', cell: ({ replayCount }) => <Count value={replayCount} />, isNumber: true },
  conflicts: { label: 'Conflicts', cell: ({ conflictCount }) => <Count value={conflictCount} />, isNumber: true },
  created: {
    label: 'Created',
    cell: ({ createdAt }, asOf) => <Moment at={createdAt} asOf={asOf} />,
    text: ({ createdAt }) => iso(createdAt),
    isNumber: true,
  },
  answerEnds: {
    label: 'Answer ends',
    cell: ({ answerExpiresAt }, asOf) => <Moment at={answerExpiresAt} asOf={asOf} none="open" />,
    text: ({ answerExpiresAt }) => iso(answerExpiresAt),
    isNumber: true,
  },
  keyEnds: {
    label: 'Expires',
    cell: ({ keyExpiresAt }, asOf) => <Moment at={keyExpiresAt} asOf={asOf} none="open" />,
    text: ({ keyExpiresAt }) => iso(keyExpiresAt),
    isNumber: true,
  },
} as const satisfies Readonly<Record<string, Omit<Column, 'id'>>>;

type ColumnName = keyof typeof COLUMNS;

/** Columns of one preset: what it shows at first, what can be added, and by which of them the list is sorted. */
const preset = (
  shown: readonly ColumnName[],
  extra: readonly ColumnName[],
  sorts: Partial<Record<ColumnName, string>>,
): readonly Column[] =>
  [...shown, ...extra].map((id) => ({
    ...(COLUMNS[id] as Omit<Column, 'id'>),
    id,
    ...(extra.includes(id) ? { isExtra: true } : {}),
    ...(sorts[id] ? { sort: sorts[id] } : {}),
  }));

export const RECORD_COLUMNS = preset(
  ['record', 'state', 'key', 'procedure', 'account', 'resource', 'replays', 'conflicts', 'created'],
  ['phase', 'attempt', 'effect', 'provider', 'heartbeat', 'answerEnds', 'keyEnds'],
  { created: 'created' },
);

export const STUCK_COLUMNS = preset(
  ['record', 'open', 'heartbeat', 'phase', 'effect', 'key', 'procedure', 'account', 'attempt'],
  ['state', 'deadline', 'provider', 'conflicts', 'created'],
  { open: 'openSince' },
);

export const UNKNOWN_COLUMNS = preset(
  ['record', 'state', 'open', 'why', 'held', 'deadline', 'procedure', 'account'],
  ['key', 'phase', 'attempt', 'effect', 'provider', 'conflicts', 'created'],
  { open: 'openSince' },
);

export const EXPIRING_COLUMNS = preset(
  ['record', 'state', 'deadline', 'answerEnds', 'keyEnds', 'key', 'procedure', 'account', 'replays'],
  ['resource', 'phase', 'effect', 'provider', 'conflicts', 'created'],
  { answerEnds: 'ends' },
);
