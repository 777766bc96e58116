import { z } from 'zod';
import type { EvidenceReading } from '../../idempotency/lookup-evidence.ts';
import type { Tx } from '../../postgres/guarded-tx.ts';
import type { Snapshot } from '../../postgres/read-only.ts';
import { addEvidence, type NewEvidence } from '../../postgres/statements/evidence.ts';
import { readHeld } from '../../postgres/statements/read-held.ts';
import { readOpenCall } from '../../postgres/statements/read-open-call.ts';
import { storableText } from '../../shop/storable-text.ts';
import type { Applied } from '../applied.ts';
import { bigintText } from '../bigint-text.ts';
import { maskText } from '../mask-text.ts';
import type { Operator } from '../operator.ts';
import { changed, checkHold } from './check-decision.ts';
import { seenAttempt } from './fence.ts';
import { type FlowRefusal, noSuchRecord, refuseFlow } from './flow-refusal.ts';
import { mayNameProviderId } from './offers.ts';

/** Advice, at any time and of any open record. */
export const checkProviderInput = z.object({ id: bigintText, seenAttempt });

/** The look-up that decides. `providerId` may be named once nobody could say for three days what became of the call. */
export const lookUpInput = checkProviderInput.extend({ providerId: storableText().trim().min(1).max(200).nullable() });

/** Whether a look-up may be made now, and decides; null: yes. Asked before the provider is. */
export async function mayLookUp(
  { client }: Snapshot,
  operator: Pick<Operator, 'userId'>,
  input: z.output<typeof lookUpInput> & { readonly weight: NewEvidence['weight'] },
): Promise<FlowRefusal | null> {
  const { id } = input;
  const record = await readHeld(client, id, 'decides');
  if (!record) return noSuchRecord(id);
  if (input.weight === 'authoritative') {
    const refused = checkHold(record, input.seenAttempt, operator.userId);
    if (refused) return refused;
  } else if (record.attempt !== input.seenAttempt) {
    return changed(record, input.seenAttempt);
  } else if (record.state === 'COMPLETED') {
    return refuseFlow('completed', 'This record is completed: its timeline and references say what the provider told.');
  }
  const openCall = await readOpenCall(client, id, 'decides');
  if (!openCall) return refuseFlow('no_open_call', 'No call of this record is open: there is nothing to look up.');
  if (input.providerId !== null && !mayNameProviderId(openCall)) {
    return refuseFlow(
      'not_offered',
      'A provider id can be named once nobody could say for 72 hours what became of the call.',
    );
  }
  return null;
}

/** Keeps what the provider said. Evidence is of the attempt that was seen, so that a record that moved on gets none. */
export async function saveEvidence(
  tx: Tx,
  operator: Pick<Operator, 'userId'>,
  input: { readonly id: string; readonly seenAttempt: number; readonly weight: NewEvidence['weight'] },
  looked: EvidenceReading & Pick<NewEvidence, LookedUp>,
): Promise<Applied<{ evidenceId: string; result: EvidenceReading['result'] }> | FlowRefusal> {
  const evidenceId = await addEvidence(tx, {
    ...looked,
    detail: maskText(looked.detail),
    recordId: input.id,
    attempt: input.seenAttempt,
    weight: input.weight,
    takenBy: operator.userId,
  });
  if (evidenceId === null) {
    const record = await readHeld(tx, input.id, 'decides');
    return record ? changed(record, input.seenAttempt) : noSuchRecord(input.id);
  }
  const { result, providerId, step, ordinal } = looked;
  return {
    answer: { evidenceId, result },
    evidenceId,
    after: { result, providerId, step, ordinal, weight: input.weight },
  };
}

type LookedUp = 'step' | 'ordinal' | 'provider' | 'operation' | 'downstreamKey' | 'keyWindowOpen' | 'isNamed';
