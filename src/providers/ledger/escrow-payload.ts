import { createHash } from 'node:crypto';

/** Money to be let out of escrow: `amountCents` counts minor units of `currency` (ISO 4217). */
export type EscrowRequest = {
  readonly escrowId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly accountId?: string | undefined;
  readonly beneficiary?: string | undefined;
};

/** What is submitted to the ledger; its members stand in a fixed order, because they are hashed. */
export function escrowPayload(request: EscrowRequest) {
  return {
    escrowId: request.escrowId,
    amountCents: request.amountCents,
    currency: request.currency,
    accountId: request.accountId ?? null,
    beneficiary: request.beneficiary ?? null,
  };
}

/** The transaction's name, 64 hexadecimal digits: SHA-256 over downstream key and payload, so a repeat has the same. */
export function transactionHash(downstreamKey: string, request: EscrowRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([downstreamKey, escrowPayload(request)]))
    .digest('hex');
}
