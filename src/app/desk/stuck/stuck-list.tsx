'use client';

import { useLatchkey } from '../../../client/latchkey-context.ts';
import type { RecordItem } from '../../../desk/list-records.ts';
import { openFilters } from '../../../desk/record-filters.ts';
import { STUCK_COLUMNS } from '../../../ui/desk/list/record-columns.tsx';
import { OPEN_FIELDS } from '../../../ui/desk/list/record-fields.ts';
import { DeskList } from '../list/desk-list.tsx';
import type { DeskListProps } from '../list/desk-list-props.ts';

/** The list of this page: its columns, its filters and where its rows come from. */
export function StuckList({ initial }: Pick<DeskListProps<typeof openFilters, RecordItem>, 'initial'>) {
  const { stuck } = useLatchkey().client.desk;
  return (
    <DeskList<typeof openFilters, RecordItem>
      name="stuck"
      title="Stuck"
      noun={{ one: 'stuck record', many: 'stuck records' }}
      schema={openFilters}
      fields={OPEN_FIELDS}
      columns={STUCK_COLUMNS}
      sort={{ by: 'openSince', order: 'asc' }}
      nameOf={({ id }) => `record #${id}`}
      hrefOf={(row) => `/desk/records/${row.id}`}
      ask={(input) => stuck.list.query(input)}
      count={(input) => stuck.count.query(input)}
      initial={initial}
      ignored={['leaseLeftMs']}
      empty={{ is: 'done', title: 'Nothing is stuck', children: 'Every run has an owner at work, or has ended.' }}
    />
  );
}
