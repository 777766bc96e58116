import { z } from 'zod';
import type { Snapshot } from '../postgres/read-only.ts';
import {
  type AuditEvidence,
  type AuditFilter,
  type AuditFullRow,
  type AuditListRow,
  auditSource,
  findAudit,
  fullAuditSource,
} from '../postgres/statements/list-audit.ts';
import { bigintText } from './bigint-text.ts';
import { filter, filterText, listPlace } from './list-place.ts';
import { countRows, type List, type ListCounted, type ListPage, listRows } from './list-rows.ts';
import { moment } from './record-filters.ts';

const shape = {
  /** An id or an e-mail address. */
  actor: filter(filterText(320)),
  action: filter(filterText(100)),
  record: filter(bigintText),
  target: filter(filterText(200)),
  request: filter(filterText(100)),
  result: filter(z.enum(['applied', 'refused'])),
  from: filter(moment),
  to: filter(moment),
};

/** What the audit page filters by, for its URL and its procedure. Bad values fall back and never throw. */
export const auditFilters = z.object({ ...shape, sort: filter(z.enum(['id'])), ...listPlace }).prefault({});

export type AuditFilters = z.output<typeof auditFilters>;

const AUDIT: List<AuditListRow, AuditFilter, 'id'> = { source: auditSource, sort: 'id', order: 'desc' };
const FULL: List<AuditFullRow, AuditFilter, 'id'> = { source: fullAuditSource, sort: 'id', order: 'asc' };

/** One page of the audit, the latest first. */
export const listAudit = (snapshot: Snapshot, filters: AuditFilters): Promise<ListPage<AuditListRow>> =>
  listRows(snapshot, AUDIT, filters);

/** How many entries there are under the filters. */
export const countAudit = (snapshot: Snapshot, filters: AuditFilters): Promise<ListCounted> =>
  countRows(snapshot, AUDIT, filters);

/** An entry with what it changed and the evidence it rests on. */
export type AuditDetails = {
  readonly entry: AuditFullRow & { readonly evidence: AuditEvidence | null };
  readonly asOf: Date;
};

/** The entry of this id; null when there is none. */
export async function getAudit({ client, asOf }: Snapshot, id: string): Promise<AuditDetails | null> {
  const entry = await findAudit(client, id);
  return entry && { entry, asOf };
}

/** What an export is asked for by: the filters of the page, without a place in it. */
export const auditExportFilters = z.object(shape);

export type AuditExportFilters = z.output<typeof auditExportFilters>;

/** Rows of one page of an export, oldest first, up to (not including) the entry of the export itself. */
export async function exportPage(
  snapshot: Snapshot,
  filters: AuditExportFilters,
  place: { readonly upTo: string; readonly after: string | undefined; readonly limit: number },
): Promise<readonly (AuditFullRow & { readonly position: string })[]> {
  const { rows } = await listRows(snapshot, FULL, { ...filters, ...place });
  return rows;
}
