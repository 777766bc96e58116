import Link from 'next/link';
import type { RecordListItem } from '../../desk/list-records.ts';
import { CopyText } from '../copy-text.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../table.tsx';
import { Time } from '../time.tsx';
import { Count } from './count.tsx';
import { KeyText } from './key-text.tsx';
import { shorten } from './shorten.ts';
import { StateBadge } from './state-badge.tsx';

export type RecordTableProps = { readonly records: readonly RecordListItem[]; readonly asOf: Date };

/** Records, newest first. What a phone has no room for is on the record's own page. */
export const RecordTable = ({ records, asOf }: RecordTableProps) => (
  <Table label="Records">
    <TableHead>
      <tr>
        <TableHeaderCell>Record</TableHeaderCell>
        <TableHeaderCell>State</TableHeaderCell>
        <TableHeaderCell>Key</TableHeaderCell>
        <TableHeaderCell className="max-md:hidden">Procedure</TableHeaderCell>
        <TableHeaderCell className="max-lg:hidden">Account</TableHeaderCell>
        <TableHeaderCell className="max-lg:hidden">Resource</TableHeaderCell>
        <TableHeaderCell className="text-right">Replays</TableHeaderCell>
        <TableHeaderCell className="text-right">Conflicts</TableHeaderCell>
        <TableHeaderCell className="text-right">Created</TableHeaderCell>
      </tr>
    </TableHead>
    <TableBody>
      {records.map((record) => (
        <TableRow key={record.id}>
          <TableCell>
            <Link
              href={`/desk/records/${record.id}`}
              prefetch={false}
              className="inline-flex min-h-6 items-center rounded-sm font-medium text-accent-text underline-offset-4 hover:underline"
            >
              #{record.id}
            </Link>
          </TableCell>
          <TableCell>
            <StateBadge record={record} />
          </TableCell>
          <TableCell>
            <KeyText text={record.key} warning={record.keyWarning} isShort />
          </TableCell>
          <TableCell className="whitespace-nowrap max-md:hidden">{record.procedure}</TableCell>
          <TableCell className="max-lg:hidden">
            <span title={record.scope}>{record.accountName ?? record.scope}</span>
          </TableCell>
          <TableCell className="max-lg:hidden">
            {record.resourceId ? (
              <CopyText
                text={record.resourceId}
                shown={shorten(record.resourceId, 18)}
                label="Copy resource id"
                className="whitespace-nowrap"
              />
            ) : (
              <span className="text-muted">none</span>
            )}
          </TableCell>
          <TableCell className="text-right">
            <Count value={record.replayCount} />
          </TableCell>
          <TableCell className="text-right">
            <Count value={record.conflictCount} />
          </TableCell>
          <TableCell className="text-right">
            <Time at={record.createdAt} asOf={asOf} />
          </TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
);
