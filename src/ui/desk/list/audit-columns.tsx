import type { AuditListRow } from '../../../postgres/statements/list-audit.ts';
import { Badge } from '../../badge.tsx';
import { IdCell, Moment, None, RowLink, Sentence } from './cells.tsx';
import type { ListColumn } from './list-column.ts';

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
