import { CircleCheck, CircleHelp, CircleX, Hand, Hourglass, LoaderCircle } from 'lucide-react';
import type { RecordListItem } from '../../desk/list-records.ts';
import { Badge } from '../badge.tsx';

export type StateBadgeProps = {
  readonly record: Pick<RecordListItem, 'state' | 'outcome' | 'leaseLeftMs' | 'isParked'>;
};

/** What became of an intent, in one word. Stuck is in progress with a lapsed lease; parked needs a person. */
export function StateBadge({ record }: StateBadgeProps) {
  if (record.isParked) {
    return (
      <Badge tone="danger">
        <Hand aria-hidden />
        parked
      </Badge>
    );
  }
  switch (record.state) {
    case 'IN_PROGRESS':
      return record.leaseLeftMs > 0 ? (
        <Badge tone="accent">
          <LoaderCircle aria-hidden />
          in progress
        </Badge>
      ) : (
        <Badge tone="warning">
          <Hourglass aria-hidden />
          stuck
        </Badge>
      );
    case 'UNKNOWN':
      return (
        <Badge tone="danger">
          <CircleHelp aria-hidden />
          unknown
        </Badge>
      );
    case 'COMPLETED':
      return record.outcome === 'refusal' ? (
        <Badge tone="neutral">
          <CircleX aria-hidden />
          refused
        </Badge>
      ) : (
        <Badge tone="success">
          <CircleCheck aria-hidden />
          completed
        </Badge>
      );
  }
}
