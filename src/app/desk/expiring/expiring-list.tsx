'use client';

import { useLatchkey } from '../../../client/latchkey-context.ts';
import type { RecordItem } from '../../../desk/list-records.ts';
import { expiringFilters } from '../../../desk/record-filters.ts';
import { EXPIRING_COLUMNS } from '../../../ui/desk/list/record-columns.tsx';
import { EXPIRING_FIELDS } from '../../../ui/desk/list/record-fields.ts';
import { DeskList } from '../list/desk-list.tsx';
import type { DeskListProps } from '../list/desk-list-props.ts';
import { useBulk } from '../list/use-bulk.tsx';

/** The list of this page: its columns, its filters and where its rows come from. */
export function ExpiringList({ initial }: Pick<DeskListProps<typeof expiringFilters, RecordItem>, 'initial'>) {
  const { expiring } = useLatchkey().client.desk;
  const { dialog, actions } = useBulk('expiring');
  return (
    <>
      <DeskList<typeof expiringFilters, RecordItem>
        name="expiring"
        title="Expiring"
        noun={{ one: 'record', many: 'records' }}
        schema={expiringFilters}
        fields={EXPIRING_FIELDS}
        columns={EXPIRING_COLUMNS}
        sort={{ by: 'ends', order: 'asc' }}
        nameOf={({ id }) => `record #${id}`}
        hrefOf={(row) => `/desk/records/${row.id}`}
        ask={(input) => expiring.list.query(input)}
        count={(input) => expiring.count.query(input)}
        initial={initial}
        ignored={['leaseLeftMs']}
        empty={{
          is: 'done',
          title: 'Nothing ends within the hour',
          children: 'No unresolved record nears the end of its provider’s key, and no answer is about to be purged.',
        }}
        bulk={actions}
      />
      {dialog}
    </>
  );
}
