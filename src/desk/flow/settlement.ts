import type { EvidenceReading } from '../../idempotency/lookup-evidence.ts';
import type { HeldRecord, OperatorEnd, OperatorSettlement } from '../../idempotency/operator-settlement.ts';
import type { Tx } from '../../postgres/guarded-tx.ts';
import type { EvidenceFacts, OpenCallFacts } from './flow-facts.ts';
import type { Decision } from './offers.ts';

/** A settlement of the record that is held, in words of the engine. */
export type SettlementAsked = { readonly held: HeldRecord; readonly settlement: OperatorSettlement };

/** The engine's part of a decision; it alone runs procedures. */
export type Settle = (tx: Tx, asked: SettlementAsked) => Promise<OperatorEnd | 'changed' | 'code_gone'>;

type Evidence = Pick<EvidenceFacts, 'result' | 'keyWindowOpen'> &
  Pick<EvidenceReading, 'providerId' | 'failureCode' | 'detail'>;

/** What a decision means for the open step. The decision is one that the evidence offers. */
export function settlementOf(
  decision: Decision,
  evidence: Evidence | null,
  openCall: Pick<OpenCallFacts, 'keyWindowLeftMs'> | null,
): OperatorSettlement {
  switch (decision) {
    case 'adopt': {
      const providerId = evidence?.providerId;
      if (!providerId) throw new Error('Found-succeeded evidence without the id of what was found.');
      return { do: 'adopt', providerId };
    }
    case 'refuse':
      return evidence?.result === 'found_failed'
        ? {
            do: 'refuse',
            settled: 'failed',
            providerId: evidence.providerId,
            code: evidence.failureCode ?? 'declined',
            message: evidence.detail,
          }
        : { do: 'refuse', settled: 'absent', providerId: null, code: 'not_made', message: NOT_MADE };
    case 'release': {
      const isPast = openCall !== null && !(evidence?.keyWindowOpen === true && openCall.keyWindowLeftMs > 0);
      return { do: 'release', pastKeyWindow: isPast };
    }
  }
}

/** What the customer is told; true also where nobody could say for days what became of the call. */
const NOT_MADE = 'No effect of this could be found, and it was closed by a person. Nothing more is done for it.';
