import { z } from 'zod';
import { type Refusal, refuse } from '../../idempotency/refusal.ts';
import type { Tx } from '../../postgres/guarded-tx.ts';
import { addView, countViews } from '../../postgres/statements/saved-views.ts';
import { storableText } from '../../shop/storable-text.ts';
import type { Applied } from '../applied.ts';
import type { Operator } from '../operator.ts';

/** Lists that have views. */
export const viewPage = z.enum([
  'records',
  'stuck',
  'unknown',
  'conflicts',
  'duplicates',
  'expiring',
  'audit',
  'operations',
]);

export const saveViewInput = z.object({
  page: viewPage,
  name: storableText().trim().min(1, 'A view needs a name.').max(60, 'A name has at most 60 characters.'),
  /** A query without its question mark. Whoever opens it parses it like any link. */
  query: storableText().max(2_000),
  isShared: z.boolean(),
});

/** More than a person can choose from; and no store for anything else. */
const MAX_VIEWS = 100;

/** Keeps the filters, order and columns of a list under a name; the same name again replaces them. */
export async function saveView(
  tx: Tx,
  operator: Operator,
  input: z.output<typeof saveViewInput>,
): Promise<Applied<{ readonly id: string }> | Refusal> {
  if ((await countViews(tx, operator.userId)) >= MAX_VIEWS) {
    return refuse('too_many_views', 409, `You have ${MAX_VIEWS} views. Delete one first.`);
  }
  const { page, name, query, isShared } = input;
  const id = await addView(tx, { ownerId: operator.userId, page, name, query, isShared });
  return { answer: { id }, target: `view:${id}`, after: { page, name, query, isShared } };
}
