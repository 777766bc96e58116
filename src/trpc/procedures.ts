import { TRPCError } from '@trpc/server';
import { type Permission, roleMay } from '../desk/permissions.ts';
import { t } from './init.ts';

/** For customers and API keys: `ctx.account` is who acts, checked before anything is looked up. */
export const accountProcedure = t.procedure.use(({ ctx, next }) => {
  const { actor } = ctx;
  switch (actor.kind) {
    case 'account':
      refuseUnexpected(ctx.headers.get('Expected-Account'), actor.accountId);
      return next({ ctx: { account: actor } });
    case 'suspended':
      throw new TRPCError({ code: 'FORBIDDEN', message: 'This account is suspended. Nothing was looked up or run.' });
    case 'operator':
      throw new TRPCError({
        code: 'FORBIDDEN',
        message: 'An operator has no account to act for. Sign in as a customer.',
      });
    case 'nobody':
      throw new TRPCError({ code: 'UNAUTHORIZED', message: actor.why });
  }
});

/** A page says for which account it was made: somebody else may have signed in since, in another tab. */
function refuseUnexpected(expected: string | null, accountId: string): void {
  if (expected === null || expected === accountId) return;
  const message = 'Another account is signed in now than the one this request was made for. Nothing was run.';
  throw new TRPCError({ code: 'FORBIDDEN', message });
}

/** For operators whose role has the permission; refused before anything is looked up. */
export const operatorProcedure = (permission: Permission) =>
  t.procedure.use(({ ctx, next }) => {
    const { actor } = ctx;
    if (actor.kind === 'nobody') throw new TRPCError({ code: 'UNAUTHORIZED', message: actor.why });
    if (actor.kind !== 'operator' || !roleMay(actor.role, permission)) {
      throw new TRPCError({ code: 'FORBIDDEN', message: `Your role lacks the permission "${permission}".` });
    }
    return next({ ctx: { operator: actor } });
  });
