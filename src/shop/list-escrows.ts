import type { Tx } from '../postgres/guarded-tx.ts';
import type { AccountId } from './account.ts';

/** The account's escrows, newest first, at most 100. `transactionHash` is there once released. */
export async function listEscrows(tx: Pick<Tx, 'escrow'>, accountId: AccountId) {
  const rows = await tx.escrow.findMany({
    where: { accountId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 100,
  });
  return rows.map(({ id, amountCents, currency, beneficiary, status, transactionHash }) => ({
    escrowId: id,
    amountCents,
    currency,
    beneficiary,
    status,
    ...(transactionHash === null ? {} : { transactionHash }),
  }));
}
