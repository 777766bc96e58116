import { FilterX, Inbox, StepBack } from 'lucide-react';
import Link from 'next/link';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

export type NoRecordsProps = {
  readonly isFiltered: boolean;
  /** The cursor is past the last record. */
  readonly isBeyond: boolean;
  readonly clearAll: string;
};

/** Why there is no record here: none that fits, none beyond, or none yet. */
export function NoRecords({ isFiltered, isBeyond, clearAll }: NoRecordsProps) {
  if (isBeyond) {
    return (
      <EmptyState icon={<StepBack aria-hidden />} title="There is nothing older">
        The link leads past the last record. Go back to the newest ones.
      </EmptyState>
    );
  }
  if (isFiltered) {
    return (
      <EmptyState
        icon={<FilterX aria-hidden />}
        title="No record fits these filters"
        action={
          <Button asChild look="secondary">
            <Link href={clearAll}>Clear all filters</Link>
          </Button>
        }
      >
        Keys are case-sensitive. A record that is past its retention is gone.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<Inbox aria-hidden />} title="No records yet">
      The first protected mutation that a client sends with a key appears here.
    </EmptyState>
  );
}
