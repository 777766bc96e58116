import { z } from 'zod';
import { Refusal } from '../../idempotency/refusal.ts';
import type { Tx } from '../../postgres/guarded-tx.ts';
import { readHeld } from '../../postgres/statements/read-held.ts';
import { storableText } from '../../shop/storable-text.ts';
import type { Applied } from '../applied.ts';
import { bigintText } from '../bigint-text.ts';
import type { Operator } from '../operator.ts';
import { reasonText } from '../reason-text.ts';
import { checkSecondPerson } from './check-approval.ts';
import { changed, standing } from './check-decision.ts';
import { confirmationCode, isCode } from './confirmation-code.ts';
import { seenAttempt } from './fence.ts';
import { type FlowRefusal, noSuchRecord, refuseFlow } from './flow-refusal.ts';
import { DECISIONS } from './offers.ts';
import { type DecisionAtHand, readDecision } from './read-decision.ts';
import { type Settle, type SettlementAsked, settlementOf } from './settlement.ts';

export const decideInput = z.object({
  id: bigintText,
  seenAttempt,
  decision: z.enum(DECISIONS),
  evidenceId: bigintText.nullable(),
  /** The eight characters, as they were typed. */
  code: storableText().max(40),
  reason: reasonText(),
});

/** What a decision led to: the procedure ended here, or the engine goes on with it. */
export type Decided = {
  readonly id: string;
  readonly attempt: number;
  readonly end: 'completed' | 'goes_on';
  readonly outcome: 'success' | 'refusal' | null;
};

/** What a decision needs from outside the desk. */
export type DecideParts = { readonly secret: Uint8Array; readonly settle: Settle };

/**
 * Settles a held record on evidence. Everything is checked again under its lock: hold, attempt, drain, evidence, offer, second
 * person, typed code. The outcome itself is written by the procedure's own `finish` or `refuse`, here or by the engine.
 */
export async function decide(
  tx: Tx,
  operator: Pick<Operator, 'userId' | 'name'>,
  input: z.output<typeof decideInput>,
  parts: DecideParts,
): Promise<Applied<Decided> | FlowRefusal> {
  const { id, decision, evidenceId } = input;
  const at = await readDecision(tx, operator.userId, input);
  if (at instanceof Refusal) return at;
  const { record, offer, approval } = at;
  if (offer.needsSecondPerson) {
    const lacking = checkSecondPerson(approval, { decision, evidenceId, attempt: record.attempt }, operator.userId);
    if (lacking) return lacking;
  }
  const code = confirmationCode(parts.secret, { recordId: id, attempt: record.attempt, decision, evidenceId });
  if (!isCode(input.code, code))
    return refuseFlow('wrong_code', 'The typed code is not the one shown for this decision.');
  const settled = await parts.settle(tx, askedOf(at, operator, input));
  if (settled === 'code_gone') {
    return refuseFlow('code_gone', `This build has no procedure ${record.procedure} that could end it.`);
  }
  if (settled === 'changed') {
    const now = await readHeld(tx, id, 'decides');
    return now ? changed(now, input.seenAttempt) : noSuchRecord(id);
  }
  const outcome = settled.end === 'completed' ? settled.outcome : null;
  return {
    answer: { id, attempt: settled.attempt, end: settled.end, outcome },
    before: { state: standing(record), attempt: record.attempt, step: at.openCall?.step ?? record.step },
    after: {
      decision,
      evidence: at.evidence?.result ?? null,
      providerId: at.evidence?.providerId ?? null,
      state: settled.end === 'completed' ? 'COMPLETED' : 'IN_PROGRESS',
      attempt: settled.attempt,
      outcome,
    },
    ...(evidenceId === null ? {} : { evidenceId }),
    ...(offer.needsSecondPerson && approval?.approvedBy ? { secondActorId: approval.approvedBy } : {}),
  };
}

function askedOf(
  at: DecisionAtHand,
  operator: Pick<Operator, 'userId' | 'name'>,
  { decision, reason }: Pick<z.output<typeof decideInput>, 'decision' | 'reason'>,
): SettlementAsked {
  const { record, evidence, openCall } = at;
  const held = { recordId: record.id, attempt: record.attempt, heldBy: operator.userId };
  const detail = `${decision} by ${operator.name}, on ${evidence?.result ?? 'no open call'}: ${reason}`;
  return { held: { ...held, detail }, settlement: settlementOf(decision, evidence, openCall) };
}
