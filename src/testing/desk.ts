import { randomUUID } from 'node:crypto';
import type { Actor } from '../auth/actor.ts';
import type { OperatorRole } from '../desk/permissions.ts';
import type { AccountId } from '../shop/account.ts';
import { appRouter } from '../trpc/app-router.ts';
import type { TestShop } from './shop.ts';

/** Calls procedures as this actor, without HTTP. */
export const callAs = (shop: TestShop, actor: Actor) =>
  appRouter.createCaller({
    runtime: shop.runtime,
    actor,
    requestId: randomUUID(),
    headers: new Headers(),
    resHeaders: new Headers(),
    callsInRequest: 1,
    isStreamed: false,
  });

/** An operator of this role. */
export const operator = (role: OperatorRole = 'viewer'): Actor => ({
  kind: 'operator',
  userId: randomUUID(),
  role,
  name: role,
});

/** A signed-in customer or, with the caller of one, an API key. */
export const account = (caller = `user:${randomUUID()}`): Actor => ({
  kind: 'account',
  accountId: `acc_${randomUUID()}` as AccountId,
  caller,
  name: 'acme',
});
