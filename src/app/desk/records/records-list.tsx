'use client';

import { useLatchkey } from '../../../client/latchkey-context.ts';
import type { RecordItem } from '../../../desk/list-records.ts';
import { recordFilters } from '../../../desk/record-filters.ts';
import { RECORD_COLUMNS } from '../../../ui/desk/list/record-columns.tsx';
import { RECORD_FIELDS } from '../../../ui/desk/list/record-fields.ts';
import { DeskList } from '../list/desk-list.tsx';
import type { DeskListProps } from '../list/desk-list-props.ts';
import { useBulk } from '../list/use-bulk.tsx';

/** The list of this page: its columns, its filters and where its rows come from. */
export function RecordsList({ initial }: Pick<DeskListProps<typeof recordFilters, RecordItem>, 'initial'>) {
  const { records } = useLatchkey().client.desk;
  const { dialog, actions } = useBulk('records');
  return (
    <>
      <DeskList<typeof recordFilters, RecordItem>
        name="records"
        title="Records"
        noun={{ one: 'record', many: 'records' }}
        schema={recordFilters}
        fields={RECORD_FIELDS}
        columns={RECORD_COLUMNS}
        sort={{ by: 'created', order: 'desc' }}
        nameOf={({ id }) => `record #${id}`}
        hrefOf={(row) => `/desk/records/${row.id}`}
        ask={(input) => records.list.query(input)}
        count={(input) => records.count.query(input)}
        initial={initial}
        ignored={['leaseLeftMs']}
        empty={{
          is: 'nothing-yet',
          title: 'No records yet',
          children: 'The first protected mutation that a client sends with a key appears here.',
        }}
        bulk={actions}
      />
      {dialog}
    </>
  );
}
