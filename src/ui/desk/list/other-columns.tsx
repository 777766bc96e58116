import type { ConflictListItem } from '../../../desk/list-conflicts.ts';
import type { DuplicateItem } from '../../../desk/list-duplicates.ts';
import type { AuditListRow } from '../../../postgres/statements/list-audit.ts';
import type { OperationRow } from '../../../postgres/statements/list-operations.ts';
import { Badge } from '../../badge.tsx';
import { Count } from '../count.tsx';
import { KeyText } from '../key-text.tsx';
import { IdCell, Moment, Name, None, RowLink, Sentence } from './cells.tsx';
import type { ListColumn } from './list-column.ts';
import { KIND_WORDS, OperationState } from './operation-words.tsx';

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
  {
    id: 'key',
    label: 'Key',
    cell: ({ key, keyWarning }) => <KeyText text={key} warning={keyWarning} isShort />,
    text: ({ key }) => key,
    filter: 'key',
  },
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
  {
    id: 'account',
    label: 'Account',
    cell: ({ scope, accountName }) => <Name text={accountName ?? scope} title={scope} />,
    text: ({ scope }) => scope,
    filter: 'account',
  },
  {
    id: 'procedure',
    label: 'Procedure',
    cell: ({ procedure }) => <Name text={procedure} />,
    text: ({ procedure }) => procedure,
    filter: 'procedure',
    isExtra: true,
  },
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
  {
    id: 'account',
    label: 'Account',
    cell: ({ scope, accountName }) => <Name text={accountName ?? scope} title={scope} />,
    text: ({ scope }) => scope,
    filter: 'account',
  },
  {
    id: 'procedure',
    label: 'Procedure',
    cell: ({ procedure }) => <Name text={procedure} />,
    text: ({ procedure }) => procedure,
    filter: 'procedure',
  },
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

/** Who did what to what, why, and with which result. */
export const AUDIT_COLUMNS: readonly ListColumn<AuditListRow>[] = [
  {
    id: 'entry',
    label: 'Entry',
    cell: ({ id }) => <RowLink href={`/desk/audit/${id}`}>#{id}</RowLink>,
    text: ({ id }) => id,
    sort: 'id',
    isFixed: true,
  },
  {
    id: 'at',
    label: 'When',
    cell: ({ at }, asOf) => <Moment at={at} asOf={asOf} />,
    text: ({ at }) => at.toISOString(),
  },
  {
    id: 'who',
    label: 'Who',
    cell: ({ actorName, role }) => (
      <span className="whitespace-nowrap">
        {actorName} <span className="text-muted">{role}</span>
      </span>
    ),
    text: ({ actorId }) => actorId,
    filter: 'actor',
  },
  {
    id: 'action',
    label: 'Action',
    cell: ({ action }) => <span className="font-mono text-xs whitespace-nowrap">{action}</span>,
    text: ({ action }) => action,
    filter: 'action',
  },
  {
    id: 'result',
    label: 'Result',
    cell: ({ result, refusal }) =>
      result === 'applied' ? <Badge tone="success">applied</Badge> : <Badge tone="danger">denied: {refusal}</Badge>,
    text: ({ result }) => result,
    filter: 'result',
  },
  {
    id: 'target',
    label: 'Target',
    cell: ({ target }) => <IdCell text={target} label="Copy target" />,
    text: ({ target }) => target,
    filter: 'target',
  },
  { id: 'reason', label: 'Reason', cell: ({ reason }) => <Sentence text={reason} />, text: ({ reason }) => reason },
  {
    id: 'second',
    label: 'Second person',
    cell: ({ secondActorName, secondActorId }) => secondActorName ?? secondActorId ?? <None />,
  },
  {
    id: 'request',
    label: 'Request',
    cell: ({ requestId }) => <IdCell text={requestId} label="Copy request id" />,
    text: ({ requestId }) => requestId,
    filter: 'request',
    isExtra: true,
  },
];

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
    cell: ({ kind }) => KIND_WORDS.get(kind) ?? kind,
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
    cell: ({ total, waiting }) => `${(total - waiting).toLocaleString('en')} of ${total.toLocaleString('en')}`,
    isNumber: true,
  },
  { id: 'who', label: 'Who', cell: ({ actorName }) => actorName, text: ({ actorName }) => actorName, filter: 'actor' },
  {
    id: 'reason',
    label: 'Reason',
    cell: ({ reason }) => <Sentence text={reason || null} />,
    text: ({ reason }) => reason || null,
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
];
