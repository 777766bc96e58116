import { z } from 'zod';
import { Refusal } from '../idempotency/refusal.ts';
import type { Tx } from '../postgres/guarded-tx.ts';
import type { Snapshot } from '../postgres/read-only.ts';
import { readRevealed } from '../postgres/statements/read-revealed.ts';
import type { Applied } from './applied.ts';
import { bigintText } from './bigint-text.ts';
import { changed } from './changed.ts';
import { lockCompleted } from './kept-record.ts';
import { type MaskedJson, maskJson } from './mask-json.ts';
import type { Operator } from './operator.ts';
import { reasonText } from './reason-text.ts';

export const revealAnswerInput = z.object({ id: bigintText, reason: reasonText() });

/** The command, as the audit names it and the look at the answer asks for it. */
export const REVEAL_ACTION = 'answer.reveal';

/** Five minutes: long enough to read one answer, short enough that a tab left open shows nothing. */
export const REVEALED_FOR_SECONDS = 300;

/**
 * Opens one answer to this operator for five minutes from its audit row on. The answer itself is no part of what this
 * gives, and so of nothing that is stored: `revealedAnswer` reads it, once the audit row is committed.
 */
export async function revealAnswer(
  tx: Tx,
  _operator: Operator,
  { id }: { readonly id: string },
): Promise<Applied<{ id: string; seconds: number }> | Refusal> {
  const record = await lockCompleted(tx, id);
  if (record instanceof Refusal) return record;
  if (record.answerKept !== 'full') {
    return changed(`No answer of record ${id} is kept (${record.answerKept}).`, { answerKept: record.answerKept });
  }
  return { answer: { id, seconds: REVEALED_FOR_SECONDS }, after: { seconds: REVEALED_FOR_SECONDS } };
}

/** An answer with everything but secrets, and when it has to be hidden again. */
export type RevealedAnswer = MaskedJson & {
  readonly recordId: string;
  readonly until: Date;
  readonly asOf: Date;
};

/** The answer that this operator's request opened less than five minutes ago; null when there is no such opening any more. */
export async function revealedAnswer(
  { client, asOf }: Snapshot,
  operator: Operator,
  requestId: string,
): Promise<RevealedAnswer | null> {
  const opening = { actorId: operator.userId, requestId, action: REVEAL_ACTION, seconds: REVEALED_FOR_SECONDS };
  const row = await readRevealed(client, opening);
  if (!row) return null;
  return { recordId: row.recordId, until: row.until, asOf, ...maskJson(row.text, 'secrets') };
}
