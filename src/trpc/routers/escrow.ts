import { listEscrows } from '../../shop/list-escrows.ts';
import { releaseEscrowInput } from '../../shop/release-escrow.ts';
import { t } from '../init.ts';
import { phasedProcedure } from '../phased.ts';
import { accountProcedure } from '../procedures.ts';

export const escrowRouter = t.router({
  list: accountProcedure.query(async ({ ctx }) => ({
    escrows: await listEscrows(ctx.runtime.database.prisma, ctx.account.accountId),
  })),
  release: phasedProcedure.input(releaseEscrowInput).mutation((definitions) => definitions.releaseEscrow),
});
