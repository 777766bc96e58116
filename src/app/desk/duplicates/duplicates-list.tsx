'use client';

import { useLatchkey } from '../../../client/latchkey-context.ts';
import { duplicateFilters } from '../../../desk/conflict-filters.ts';
import type { DuplicateItem } from '../../../desk/list-duplicates.ts';
import { DUPLICATE_COLUMNS } from '../../../ui/desk/list/duplicate-columns.tsx';
import { DUPLICATE_FIELDS } from '../../../ui/desk/list/record-fields.ts';
import { DeskList } from '../list/desk-list.tsx';
import type { DeskListProps } from '../list/desk-list-props.ts';

/** The list of this page: its columns, its filters and where its rows come from. */
export function DuplicatesList({ initial }: Pick<DeskListProps<typeof duplicateFilters, DuplicateItem>, 'initial'>) {
  const { duplicates } = useLatchkey().client.desk;
  return (
    <DeskList<typeof duplicateFilters, DuplicateItem>
      name="duplicates"
      title="Duplicates"
      noun={{ one: 'suspicion', many: 'suspicions' }}
      schema={duplicateFilters}
      fields={DUPLICATE_FIELDS}
      columns={DUPLICATE_COLUMNS}
      sort={{ by: 'last', order: 'desc' }}
      nameOf={({ id }) => `suspicion #${id}`}
      hrefOf={(row) => `/desk/records/${row.lastId}`}
      ask={(input) => duplicates.list.query(input)}
      count={(input) => duplicates.count.query(input)}
      initial={initial}
      empty={{
        is: 'nothing-yet',
        title: 'No client is suspected',
        children: 'The same request under two keys within five minutes appears here.',
      }}
    />
  );
}
