import Link from 'next/link';
import type { ConflictListItem } from '../../desk/list-conflicts.ts';
import { Badge } from '../badge.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../table.tsx';
import { Time } from '../time.tsx';
import { Count } from './count.tsx';
import { KeyText } from './key-text.tsx';

export type ConflictTableProps = {
  readonly conflicts: readonly ConflictListItem[];
  readonly asOf: Date;
  /** On the record's own page its id, key and account need not be said again. */
  readonly ofOneRecord?: boolean;
};

/** Requests that used a key for something else, the latest seen first. */
export const ConflictTable = ({ conflicts, asOf, ofOneRecord = false }: ConflictTableProps) => (
  <Table label="Conflicts">
    <TableHead>
      <tr>
        {!ofOneRecord && (
          <>
            <TableHeaderCell>Record</TableHeaderCell>
            <TableHeaderCell>Key</TableHeaderCell>
            <TableHeaderCell className="max-lg:hidden">Account</TableHeaderCell>
          </>
        )}
        <TableHeaderCell>What differs</TableHeaderCell>
        <TableHeaderCell className="max-md:hidden">Caller</TableHeaderCell>
        <TableHeaderCell className="text-right">Times</TableHeaderCell>
        <TableHeaderCell className="text-right max-md:hidden">First seen</TableHeaderCell>
        <TableHeaderCell className="text-right">Last seen</TableHeaderCell>
      </tr>
    </TableHead>
    <TableBody>
      {conflicts.map((conflict) => (
        <TableRow key={conflict.id}>
          {!ofOneRecord && (
            <>
              <TableCell>
                <Link
                  href={`/desk/records/${conflict.recordId}`}
                  prefetch={false}
                  className="inline-flex min-h-6 items-center rounded-sm font-medium text-accent-text underline-offset-4 hover:underline"
                >
                  #{conflict.recordId}
                </Link>
              </TableCell>
              <TableCell>
                <KeyText text={conflict.key} warning={conflict.keyWarning} isShort />
              </TableCell>
              <TableCell className="max-lg:hidden">
                <span title={conflict.scope}>{conflict.accountName ?? conflict.scope}</span>
              </TableCell>
            </>
          )}
          <TableCell>
            <span className="flex flex-wrap gap-1">
              {conflict.differingFields.map((field) => (
                <Badge key={field} tone="warning" className="font-mono">
                  {field}
                </Badge>
              ))}
            </span>
          </TableCell>
          <TableCell className="font-mono text-xs break-all max-md:hidden">{conflict.caller}</TableCell>
          <TableCell className="text-right">
            <Count value={conflict.occurrences} />
          </TableCell>
          <TableCell className="text-right max-md:hidden">
            <Time at={conflict.firstSeenAt} asOf={asOf} />
          </TableCell>
          <TableCell className="text-right">
            <Time at={conflict.lastSeenAt} asOf={asOf} />
          </TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
);
