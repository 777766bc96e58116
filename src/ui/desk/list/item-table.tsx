import type { OperationItem } from '../../../postgres/statements/list-operations.ts';
import { Badge, type Tone } from '../../badge.tsx';
import { Button } from '../../button.tsx';
import { CopyText } from '../../copy-text.tsx';
import { EmptyState } from '../../empty-state.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../table.tsx';
import { shorten } from '../shorten.ts';
import { Moment, None, RowLink } from './cells.tsx';

export type ItemTableProps = {
  readonly items: readonly OperationItem[];
  readonly asOf: Date;
  readonly of: 'record' | 'conflict';
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
};

const TONES: Readonly<Record<OperationItem['result'], Tone>> = {
  waiting: 'neutral',
  applied: 'success',
  skipped: 'warning',
  failed: 'danger',
};

/** What became of each item of a bulk job. */
export const ItemTable = ({ items, asOf, of, onPrevious, onNext }: ItemTableProps) =>
  items.length === 0 ? (
    <EmptyState title="No items here">The job has none, or its pages end before this one.</EmptyState>
  ) : (
    <>
      <Table label="Items">
        <TableHead>
          <tr>
            <TableHeaderCell>{of === 'record' ? 'Record' : 'Conflict'}</TableHeaderCell>
            <TableHeaderCell>Result</TableHeaderCell>
            <TableHeaderCell>Key</TableHeaderCell>
            <TableHeaderCell>Procedure</TableHeaderCell>
            <TableHeaderCell>Detail</TableHeaderCell>
            <TableHeaderCell className="text-right">When</TableHeaderCell>
          </tr>
        </TableHead>
        <TableBody>
          {items.map((item) => (
            <TableRow key={item.targetId}>
              <TableCell>
                {item.recordId ? (
                  <RowLink href={`/desk/records/${item.recordId}`}>
                    {of === 'record' ? `#${item.targetId}` : `#${item.targetId} of record #${item.recordId}`}
                  </RowLink>
                ) : (
                  <>
                    #{item.targetId} <None>gone</None>
                  </>
                )}
              </TableCell>
              <TableCell>
                <Badge tone={TONES[item.result]}>{item.result}</Badge>
              </TableCell>
              <TableCell>
                {item.key ? (
                  <CopyText
                    text={item.key}
                    shown={shorten(item.key, 20)}
                    label="Copy key"
                    className="whitespace-nowrap"
                  />
                ) : (
                  <None />
                )}
              </TableCell>
              <TableCell>{item.procedure ?? <None />}</TableCell>
              <TableCell className="min-w-48">{item.detail ?? <None />}</TableCell>
              <TableCell className="text-right">
                <Moment at={item.at} asOf={asOf} none="not yet" />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {(onPrevious || onNext) && (
        <nav aria-label="Pages of items" className="flex justify-end gap-2 border-t border-line px-4 py-3 sm:px-6">
          <Button look="secondary" size="small" disabled={!onPrevious} onClick={onPrevious ?? undefined}>
            Previous
          </Button>
          <Button look="secondary" size="small" disabled={!onNext} onClick={onNext ?? undefined}>
            Next
          </Button>
        </nav>
      )}
    </>
  );
