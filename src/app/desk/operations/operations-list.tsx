'use client';

import { useLatchkey } from '../../../client/latchkey-context.ts';
import { operationFilters } from '../../../desk/bulk/list-operations.ts';
import type { OperationRow } from '../../../postgres/statements/list-operations.ts';
import { OPERATION_COLUMNS } from '../../../ui/desk/list/operation-columns.tsx';
import { OPERATION_FIELDS } from '../../../ui/desk/list/record-fields.ts';
import { DeskList } from '../list/desk-list.tsx';
import type { DeskListProps } from '../list/desk-list-props.ts';

/** The list of this page: its columns, its filters and where its rows come from. */
export function OperationsList({ initial }: Pick<DeskListProps<typeof operationFilters, OperationRow>, 'initial'>) {
  const { operations } = useLatchkey().client.desk;
  return (
    <DeskList<typeof operationFilters, OperationRow>
      name="operations"
      title="Operations"
      noun={{ one: 'operation', many: 'operations' }}
      schema={operationFilters}
      fields={OPERATION_FIELDS}
      columns={OPERATION_COLUMNS}
      sort={{ by: 'id', order: 'desc' }}
      nameOf={({ id }) => `operation #${id}`}
      hrefOf={(row) => `/desk/operations/${row.id}`}
      ask={(input) => operations.list.query(input)}
      count={(input) => operations.count.query(input)}
      initial={initial}
      empty={{
        is: 'nothing-yet',
        title: 'No bulk jobs yet',
        children: 'Select rows of a list, or take all that match its filters, to make one.',
      }}
    />
  );
}
