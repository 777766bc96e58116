'use client';

import { useLatchkey } from '../../../client/latchkey-context.ts';
import type { RecordItem } from '../../../desk/list-records.ts';
import { openFilters } from '../../../desk/record-filters.ts';
import { UNKNOWN_COLUMNS } from '../../../ui/desk/list/record-columns.tsx';
import { OPEN_FIELDS } from '../../../ui/desk/list/record-fields.ts';
import { DeskList } from '../list/desk-list.tsx';
import type { DeskListProps } from '../list/desk-list-props.ts';

/** The list of this page: its columns, its filters and where its rows come from. */
export function UnknownList({ initial }: Pick<DeskListProps<typeof openFilters, RecordItem>, 'initial'>) {
  const { unknown } = useLatchkey().client.desk;
  return (
    <DeskList<typeof openFilters, RecordItem>
      name="unknown"
      title="Unknown"
      noun={{ one: 'unknown record', many: 'unknown records' }}
      schema={openFilters}
      fields={OPEN_FIELDS}
      columns={UNKNOWN_COLUMNS}
      sort={{ by: 'openSince', order: 'asc' }}
      nameOf={({ id }) => `record #${id}`}
      hrefOf={(row) => `/desk/records/${row.id}`}
      ask={(input) => unknown.list.query(input)}
      count={(input) => unknown.count.query(input)}
      initial={initial}
      ignored={['leaseLeftMs']}
      empty={{
        is: 'done',
        title: 'Nothing is unknown',
        children: 'Every outcome is known, and nothing waits for a person.',
      }}
    />
  );
}
