import { Refusal } from '../../idempotency/refusal.ts';
import type { Tx } from '../../postgres/guarded-tx.ts';
import { addAppliedAudit } from '../../postgres/statements/add-audit.ts';
import { type ItemResult, pickItem, type RunningBulk, settleItem } from '../../postgres/statements/bulk-item.ts';
import type { Applied } from '../applied.ts';
import { auditText } from '../audit-text.ts';
import { extendRetention } from '../extend-retention.ts';
import type { Operator } from '../operator.ts';
import type { OperatorRole } from '../permissions.ts';
import { purgeAnswer } from '../purge-answer.ts';
import { markConflictReviewed } from '../review-conflict.ts';
import { BULK_ABOUT, type BulkKind, bulkSettings } from './kinds.ts';

/** What became of one item; `targetId` is told as soon as it is known, so that a failure can name it. */
export type ItemEnd = { readonly targetId: string; readonly result: ItemResult } | null;

/**
 * Does the next waiting item in this transaction: its effect, its audit row and its result commit together, so that after
 * a crash it is either whole or still waiting. A refusal skips the item. Null when no item is to be had.
 */
export async function applyNextItem(tx: Tx, bulk: RunningBulk, onPicked: (targetId: string) => void): Promise<ItemEnd> {
  const targetId = await pickItem(tx, bulk.id);
  if (targetId === null) return null;
  onPicked(targetId);
  const item = { operationId: bulk.id, targetId };
  const kind = bulk.kind as BulkKind;
  const done = await apply(tx, kind, bulk, targetId);
  if (done instanceof Refusal) {
    await settleItem(tx, item, { result: 'skipped', detail: `${done.code}: ${done.message}` });
    return { targetId, result: 'skipped' };
  }
  const { action, of } = BULK_ABOUT[kind];
  await addAppliedAudit(tx, {
    actorId: bulk.actorId,
    actorName: bulk.actorName,
    role: bulk.role,
    action,
    refusal: null,
    requestId: `operation:${bulk.id}`,
    target: `${of}:${targetId}`,
    recordId: of === 'record' ? targetId : null,
    reason: bulk.reason,
    before: auditText(done.before),
    after: auditText(done.after),
  });
  await settleItem(tx, item, { result: 'applied', detail: null });
  return { targetId, result: 'applied' };
}

function apply(tx: Tx, kind: BulkKind, bulk: RunningBulk, id: string): Promise<Applied<unknown> | Refusal> {
  const operator: Operator = {
    userId: bulk.actorId,
    name: bulk.actorName,
    role: bulk.role as OperatorRole,
    signedInAt: bulk.startedAt,
  };
  switch (kind) {
    case 'extend_retention': {
      const { hours } = bulkSettings.required().parse(JSON.parse(bulk.settings));
      return extendRetention(tx, operator, { id, hours, seenKeyExpiresAt: null });
    }
    case 'purge_answers':
      return purgeAnswer(tx, operator, { id });
    case 'review_conflicts':
      // What occurred again after the preview was not looked at by whoever made it.
      return markConflictReviewed(tx, operator, { id, seen: { until: bulk.createdAt } });
  }
}
