'use client';

import { useLatchkey } from '../../../client/latchkey-context.ts';
import { auditFilters } from '../../../desk/list-audit.ts';
import type { AuditListRow } from '../../../postgres/statements/list-audit.ts';
import { AUDIT_COLUMNS } from '../../../ui/desk/list/audit-columns.tsx';
import { AUDIT_FIELDS } from '../../../ui/desk/list/record-fields.ts';
import { DeskList } from '../list/desk-list.tsx';
import type { DeskListProps } from '../list/desk-list-props.ts';

/** The list of this page: its columns, its filters and where its rows come from. */
export function AuditList({ initial }: Pick<DeskListProps<typeof auditFilters, AuditListRow>, 'initial'>) {
  const { audit } = useLatchkey().client.desk;
  return (
    <DeskList<typeof auditFilters, AuditListRow>
      name="audit"
      title="Audit"
      noun={{ one: 'entry', many: 'entries' }}
      schema={auditFilters}
      fields={AUDIT_FIELDS}
      columns={AUDIT_COLUMNS}
      sort={{ by: 'id', order: 'desc' }}
      nameOf={({ id }) => `entry #${id}`}
      hrefOf={(row) => `/desk/audit/${row.id}`}
      ask={(input) => audit.list.query(input)}
      count={(input) => audit.count.query(input)}
      initial={initial}
      empty={{
        is: 'nothing-yet',
        title: 'Nobody has acted yet',
        children: 'Each command of an operator leaves an entry, and so does each one that is denied.',
      }}
    />
  );
}
