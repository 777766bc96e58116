'use client';

import { useLatchkey } from '../../../client/latchkey-context.ts';
import { conflictFilters } from '../../../desk/conflict-filters.ts';
import type { ConflictListItem } from '../../../desk/list-conflicts.ts';
import { CONFLICT_COLUMNS } from '../../../ui/desk/list/conflict-columns.tsx';
import { CONFLICT_FIELDS } from '../../../ui/desk/list/record-fields.ts';
import { DeskList } from '../list/desk-list.tsx';
import type { DeskListProps } from '../list/desk-list-props.ts';
import { useBulk } from '../list/use-bulk.tsx';

/** The list of this page: its columns, its filters and where its rows come from. */
export function ConflictsList({ initial }: Pick<DeskListProps<typeof conflictFilters, ConflictListItem>, 'initial'>) {
  const { conflicts } = useLatchkey().client.desk;
  const { dialog, actions } = useBulk('conflicts');
  return (
    <>
      <DeskList<typeof conflictFilters, ConflictListItem>
        name="conflicts"
        title="Conflicts"
        noun={{ one: 'conflict', many: 'conflicts' }}
        schema={conflictFilters}
        fields={CONFLICT_FIELDS}
        columns={CONFLICT_COLUMNS}
        sort={{ by: 'lastSeen', order: 'desc' }}
        nameOf={({ id }) => `conflict #${id}`}
        hrefOf={(row) => `/desk/records/${row.recordId}`}
        ask={(input) => conflicts.list.query(input)}
        count={(input) => conflicts.count.query(input)}
        initial={initial}
        empty={{
          is: 'nothing-yet',
          title: 'No conflicts yet',
          children: 'A request that uses the key of another one appears here, with the fields that differ.',
        }}
        bulk={actions}
      />
      {dialog}
    </>
  );
}
