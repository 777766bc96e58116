import { type Refusal, refuse } from '../idempotency/refusal.ts';
import type { Tx } from '../postgres/guarded-tx.ts';
import { type KeptRecord, lockKept } from '../postgres/statements/keep-record.ts';

/** A completed record, locked for this transaction, or the refusal of one that is missing or open. */
export async function lockCompleted(tx: Tx, id: string): Promise<KeptRecord | Refusal> {
  const record = await lockKept(tx, id);
  if (!record) return refuse('not_found', 404, `There is no record ${id}. It may have been forgotten by now.`);
  if (record.state === 'COMPLETED') return record;
  const message = `Record ${id} has no outcome yet (${record.state}). Only completed records have an answer and an end.`;
  return refuse('not_completed', 409, message, { state: record.state });
}

/** The end dates as the audit and a stale screen show them. */
export const endsOf = ({ answerExpiresAt, keyExpiresAt, forgetAt }: KeptRecord) => ({
  answerExpiresAt: answerExpiresAt?.toISOString() ?? null,
  keyExpiresAt: keyExpiresAt?.toISOString() ?? null,
  forgetAt: forgetAt?.toISOString() ?? null,
});
