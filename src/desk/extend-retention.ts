import { z } from 'zod';
import { Refusal, refuse } from '../idempotency/refusal.ts';
import type { Tx } from '../postgres/guarded-tx.ts';
import { extendKept } from '../postgres/statements/keep-record.ts';
import type { Applied } from './applied.ts';
import { bigintText } from './bigint-text.ts';
import { changed } from './changed.ts';
import { endsOf, lockCompleted } from './kept-record.ts';
import type { Operator } from './operator.ts';
import { reasonText } from './reason-text.ts';

/** Ninety days: who needs a record longer than that needs it in an archive and not as a key. */
export const MAX_EXTENSION_HOURS = 2_160;

/** Hours from now for which a record is to be kept at least. */
export const extensionHours = z.int().min(1).max(MAX_EXTENSION_HOURS);

export const extendRetentionInput = z.object({
  id: bigintText,
  hours: extensionHours,
  reason: reasonText(),
  /** The end of the key's window as the screen shows it. */
  seenKeyExpiresAt: z.date(),
});

export type Extended = { readonly id: string; readonly keyExpiresAt: string | null; readonly forgetAt: string | null };

/** Keeps a completed record for at least `hours` from now; it never shortens a window. `seenKeyExpiresAt` null: whatever it is. */
export async function extendRetention(
  tx: Tx,
  _operator: Operator,
  input: { readonly id: string; readonly hours: number; readonly seenKeyExpiresAt: Date | null },
): Promise<Applied<Extended> | Refusal> {
  const { id, hours, seenKeyExpiresAt } = input;
  const before = await lockCompleted(tx, id);
  if (before instanceof Refusal) return before;
  const ends = endsOf(before);
  if (seenKeyExpiresAt && seenKeyExpiresAt.toISOString() !== ends.keyExpiresAt) {
    return changed(`The end of record ${id} is another one by now.`, ends);
  }
  const after = await extendKept(tx, id, hours);
  if (!after) {
    return refuse(
      'kept_longer',
      409,
      `Record ${id} is kept for more than ${hours} hours already. Nothing was done.`,
      ends,
    );
  }
  const { answerExpiresAt, keyExpiresAt, forgetAt } = endsOf(after);
  return {
    answer: { id, keyExpiresAt, forgetAt },
    before: ends,
    after: { answerExpiresAt, keyExpiresAt, forgetAt },
  };
}
