import { z } from 'zod';
import type { Snapshot } from '../../postgres/read-only.ts';
import {
  findOperation,
  type OperationDetails,
  type OperationFilter,
  type OperationItem,
  type OperationRow,
  operationsSource,
  selectItems,
} from '../../postgres/statements/list-operations.ts';
import { bigintText } from '../bigint-text.ts';
import { filter, filterText, limitOf, listPlace } from '../list-place.ts';
import { countRows, type List, type ListCounted, type ListPage, listRows } from '../list-rows.ts';
import { BULK_KINDS } from './kinds.ts';

/** What the operations page filters by, for its URL and its procedure. Bad values fall back and never throw. */
export const operationFilters = z
  .object({
    kind: filter(z.enum(BULK_KINDS)),
    state: filter(z.enum(['preview', 'running', 'done', 'aborted'])),
    actor: filter(filterText(200)),
    sort: filter(z.enum(['id'])),
    ...listPlace,
  })
  .prefault({});

export type OperationFilters = z.output<typeof operationFilters>;

const OPERATIONS: List<OperationRow, OperationFilter, 'id'> = { source: operationsSource, sort: 'id', order: 'desc' };

/** One page of bulk jobs, the latest first. */
export const listOperations = (snapshot: Snapshot, filters: OperationFilters): Promise<ListPage<OperationRow>> =>
  listRows(snapshot, OPERATIONS, filters);

/** How many bulk jobs there are under the filters. */
export const countOperations = (snapshot: Snapshot, filters: OperationFilters): Promise<ListCounted> =>
  countRows(snapshot, OPERATIONS, filters);

/** The job of this id with its counts, as of now; null when there is none. */
export async function getOperation(
  { client, asOf }: Snapshot,
  id: string,
): Promise<{ readonly operation: OperationDetails; readonly asOf: Date } | null> {
  const operation = await findOperation(client, id);
  return operation && { operation, asOf };
}

/** Which items of a job: by result, behind a target. Bad values fall back. */
export const itemFilters = z.object({
  id: bigintText,
  result: filter(z.enum(['waiting', 'applied', 'skipped', 'failed'])),
  after: filter(bigintText),
  limit: limitOf,
});

/** One page of a job's items by target id; `next` is the `after` of the page behind it. */
export async function listItems(
  { client, asOf }: Snapshot,
  { id, result = undefined, after = '0', limit }: z.output<typeof itemFilters>,
): Promise<{ readonly rows: readonly OperationItem[]; readonly next: string | null; readonly asOf: Date }> {
  const found = await selectItems(client, { id, result: result ?? null, afterId: after, limit: limit + 1 });
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? (rows.at(-1)?.targetId ?? null) : null, asOf };
}
