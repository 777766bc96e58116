import { z } from 'zod';
import type { Ended, Run } from '../engine/phased/definition.ts';
import type { Resource, Withheld } from '../idempotency/decide-right.ts';
import type { ExternalOperation } from '../idempotency/external-operation.ts';
import { type Refusal, refuse } from '../idempotency/refusal.ts';
import type { Tx } from '../postgres/guarded-tx.ts';
import { storableText } from './storable-text.ts';

export const releaseEscrowInput = z.object({ escrowId: storableText().min(1).max(64) });

/** What a release is about. */
export const releasedResource = ({ escrowId }: z.output<typeof releaseEscrowInput>): Resource => ({
  type: 'escrow',
  id: escrowId,
});

export type ReleasedEscrow = {
  readonly escrowId: string;
  readonly status: 'released';
  readonly transactionHash: string;
};

/** What the ledger is asked to transfer; amounts count minor units of `currency` (ISO 4217). */
export type EscrowRequest = {
  readonly escrowId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly accountId: string;
  readonly beneficiary: string;
};

export type LedgerOperations = { readonly submitEscrow: ExternalOperation<EscrowRequest> };

/** Submits the transfer once and marks the escrow released; refuses one that is unknown, released or being released, and one whose transfer a person checks. */
export async function releaseEscrow(
  run: Run,
  account: { readonly scope: string },
  { escrowId }: z.output<typeof releaseEscrowInput>,
  { submitEscrow }: LedgerOperations,
): Promise<Ended<ReleasedEscrow>> {
  const right = await run.local('take the right', (tx) => takeRight(tx, account.scope, escrowId));
  if (!right.taken) return await run.refuse(nothing, refuse(right.code, right.status, right.message));
  const { amountCents, currency, beneficiary } = right;
  const submitted = await run.external('submit', {
    operation: submitEscrow,
    request: { escrowId, amountCents, currency, accountId: account.scope, beneficiary },
  });
  if (submitted.status === 'withheld') {
    return await run.refuse((tx) => giveBack(tx, escrowId), notNow(escrowId, submitted.because));
  }
  if (submitted.status === 'declined') {
    return await run.refuse((tx) => giveBack(tx, escrowId), refuse('ledger_refused', 409, submitted.message));
  }
  const transactionHash = submitted.providerId;
  return await run.finish(async (tx) => {
    await tx.escrow.update({
      where: { id: escrowId, status: 'releasing' },
      data: { status: 'released', transactionHash },
    });
    return { escrowId, status: 'released' as const, transactionHash };
  });
}

type Right =
  | { readonly taken: true; readonly amountCents: number; readonly currency: string; readonly beneficiary: string }
  | { readonly taken: false; readonly code: string; readonly status: 404 | 409; readonly message: string };

/** `releasing` is the exclusive right: one conditional update gets it. */
async function takeRight(tx: Tx, accountId: string, escrowId: string): Promise<Right> {
  const [taken] = await tx.escrow.updateManyAndReturn({
    where: { id: escrowId, accountId, status: 'held' },
    data: { status: 'releasing' },
  });
  if (taken) {
    const { amountCents, currency, beneficiary } = taken;
    return { taken: true, amountCents, currency, beneficiary };
  }
  const escrow = await tx.escrow.findFirst({ where: { id: escrowId, accountId }, select: { status: true } });
  if (!escrow) return { taken: false, code: 'no_such_escrow', status: 404, message: `There is no escrow ${escrowId}.` };
  return escrow.status === 'released'
    ? { taken: false, code: 'already_released', status: 409, message: `Escrow ${escrowId} is released already.` }
    : {
        taken: false,
        code: 'release_in_progress',
        status: 409,
        message: `Escrow ${escrowId} is being released under another key.`,
      };
}

/** Why the escrow cannot be released now, although nobody holds the right to it. */
function notNow(escrowId: string, because: Withheld): Refusal {
  switch (because) {
    case 'alarm':
      return refuse(
        'release_under_review',
        409,
        `A transfer of escrow ${escrowId} is being checked by a person; it cannot be released until that is done. Nothing was transferred.`,
      );
    case 'kept':
      return refuse('already_released', 409, `Escrow ${escrowId} is released already.`);
    case 'unsure':
      return refuse('release_in_progress', 409, `Escrow ${escrowId} is being released under another key.`);
  }
}

async function giveBack(tx: Tx, escrowId: string): Promise<void> {
  await tx.escrow.update({ where: { id: escrowId, status: 'releasing' }, data: { status: 'held' } });
}

const nothing = async (): Promise<void> => {};
