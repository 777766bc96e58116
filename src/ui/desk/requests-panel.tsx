import Link from 'next/link';
import type { RecordPageData } from '../../desk/get-record.ts';
import { Badge } from '../badge.tsx';
import { CopyText } from '../copy-text.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../table.tsx';
import { Time } from '../time.tsx';
import { Facts } from './facts.tsx';

export type RequestsPanelProps = { readonly data: RecordPageData };

/** Who sent what under this key: the first request, its repeats, and those that meant something else. */
export const RequestsPanel = ({ data: { record, conflicts, hasMoreConflicts, asOf } }: RequestsPanelProps) => (
  <div className="grid gap-6">
    <section className="grid gap-3">
      <h3 className="text-[13px] font-semibold">The request that claimed the key</h3>
      <Facts
        facts={[
          { name: 'Caller', value: <CopyText text={record.caller} label="Copy caller" /> },
          { name: 'Procedure', value: record.procedure },
          { name: 'At', value: <Time at={record.createdAt} asOf={asOf} show="both" /> },
          {
            name: 'Fields',
            value:
              record.fieldNames.length === 0 ? 'none' : `${record.fieldNames.join(', ')} (prints are kept, no values)`,
          },
          { name: 'Fingerprint', value: `algorithm version ${record.fingerprintVersion}` },
        ]}
      />
    </section>
    <section className="grid gap-3 border-t border-line pt-4">
      <h3 className="text-[13px] font-semibold">Repeats that got the stored answer</h3>
      <Facts
        facts={[
          { name: 'Replays', value: record.replayCount.toLocaleString('en') },
          {
            name: 'Latest',
            value: record.lastReplayedAt ? <Time at={record.lastReplayedAt} asOf={asOf} show="both" /> : 'none yet',
          },
        ]}
      />
    </section>
    <section className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="text-[13px] font-semibold">Conflicts: the same key for something else</h3>
        <Link
          href={`/desk/conflicts?record=${record.id}`}
          prefetch={false}
          className="rounded-sm text-xs text-accent-text underline-offset-4 hover:underline"
        >
          {hasMoreConflicts ? 'All conflicts of this record' : 'On the conflicts page'}
        </Link>
      </div>
      {conflicts.length === 0 ? (
        <p className="text-[13px] text-muted">No request used this key for anything else.</p>
      ) : (
        <Table label="Conflicts of this record">
          <TableHead>
            <TableRow>
              <TableHeaderCell>Fields that differ</TableHeaderCell>
              <TableHeaderCell>Caller</TableHeaderCell>
              <TableHeaderCell className="text-right">Times</TableHeaderCell>
              <TableHeaderCell className="text-right">Latest</TableHeaderCell>
              <TableHeaderCell>Reviewed</TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {conflicts.map((conflict) => (
              <TableRow key={conflict.id}>
                <TableCell>{conflict.differingFields.join(', ')}</TableCell>
                <TableCell>
                  <CopyText text={conflict.caller} label="Copy caller" />
                </TableCell>
                <TableCell className="text-right">{conflict.occurrences.toLocaleString('en')}</TableCell>
                <TableCell className="text-right">
                  <Time at={conflict.lastSeenAt} asOf={asOf} />
                </TableCell>
                <TableCell>
                  {conflict.reviewedAt ? (
                    <Badge tone="success">{conflict.reviewedBy ?? 'reviewed'}</Badge>
                  ) : (
                    <span className="text-muted">not yet</span>
                  )}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </section>
  </div>
);
