import type { Snapshot } from '../postgres/read-only.ts';
import { type RecordAuditRow, showRecordAudit } from '../postgres/statements/show-record-audit.ts';
import type { Operator } from './operator.ts';
import { roleMay } from './permissions.ts';

/** The audit of one record. */
export type RecordAudit = {
  readonly entries: readonly RecordAuditRow[];
  readonly hasMore: boolean;
  /** Only what this operator did is in it: the rest needs `audit:read`. */
  readonly isOwnOnly: boolean;
  readonly asOf: Date;
};

const MAX_ENTRIES = 200;

/** What was done and refused on a record: all of it for those who read the audit, else one's own. */
export async function getRecordAudit({ client, asOf }: Snapshot, id: string, operator: Operator): Promise<RecordAudit> {
  const isOwnOnly = !roleMay(operator.role, 'audit:read');
  const rows = await showRecordAudit(client, id, isOwnOnly ? operator.userId : null);
  return { entries: rows.slice(0, MAX_ENTRIES), hasMore: rows.length > MAX_ENTRIES, isOwnOnly, asOf };
}
