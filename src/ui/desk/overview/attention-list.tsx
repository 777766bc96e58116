import { CircleCheck } from 'lucide-react';
import Link from 'next/link';
import type { Overview } from '../../../desk/get-overview.ts';
import { Badge, type Tone } from '../../badge.tsx';
import { EmptyState } from '../../empty-state.tsx';
import { Time } from '../../time.tsx';
import { shorten } from '../shorten.ts';

type Row = NonNullable<Overview['attention']>[number];

export type AttentionListProps = { readonly rows: readonly Row[]; readonly asOf: Date };

const TONES: Readonly<Record<Row['kind'], Tone>> = { parked: 'danger', unknown: 'danger', stuck: 'warning' };

/** What somebody should look at now, the worst first. */
export function AttentionList({ rows, asOf }: AttentionListProps) {
  if (rows.length === 0) {
    return (
      <EmptyState icon={<CircleCheck aria-hidden />} title="Nothing needs attention">
        No record is stuck, unknown or parked.
      </EmptyState>
    );
  }
  return (
    <ol className="divide-y divide-line">
      {rows.map((row) => (
        <li key={row.id} className="grid gap-1 px-4 py-3 text-[13px] sm:px-6">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge tone={TONES[row.kind]}>{row.kind}</Badge>
            <Link
              href={`/desk/records/${row.id}`}
              prefetch={false}
              className="rounded-sm font-medium text-accent-text underline-offset-4 hover:underline"
            >
              Record #{row.id}
            </Link>
            <span className="font-mono text-xs text-muted" title={row.key}>
              {shorten(row.key, 24)}
            </span>
            <Time at={row.since} asOf={asOf} className="ml-auto text-muted" />
          </div>
          <p className="min-w-0 break-words text-muted">
            {row.procedure} of {row.accountName ?? 'an account that is gone'}
            {row.externalBegan && ', an external call began'}
            {row.why && `: ${shorten(row.why, 140)}`}
          </p>
          {row.heldName && (
            <p className={row.isHoldIdle ? 'text-warning-text' : 'text-muted'}>
              Held by {row.heldName}
              {row.isHoldIdle && ', idle: may be taken over'}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
