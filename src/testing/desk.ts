import { randomUUID } from 'node:crypto';
import type { AnyProcedure } from '@trpc/server';
import type { Actor } from '../auth/actor.ts';
import type { OperatorRole } from '../desk/permissions.ts';
import type { AccountId } from '../shop/account.ts';
import { appRouter } from '../trpc/app-router.ts';
import { type Answer, callProcedureAs } from './call-procedure.ts';
import type { TestShop } from './shop.ts';

/** Calls procedures as this actor, without HTTP. */
export const callAs = (shop: TestShop, actor: Actor, headers = new Headers()) =>
  appRouter.createCaller({
    runtime: shop.runtime,
    actor,
    requestId: randomUUID(),
    headers,
    resHeaders: new Headers(),
    callsInRequest: 1,
    isStreamed: false,
    dueAt: performance.now() + shop.runtime.engine.limits.answerMs,
  });

/** Sends a command as the browser does: its request id in the input and as the key. Fresh unless the input has one. */
export const sendCommand = (
  shop: Pick<TestShop, 'runtime'>,
  actor: Actor,
  path: `desk.${string}`,
  input: object,
): Promise<Answer> => {
  const keyed = { requestId: randomUUID(), ...input };
  return callProcedureAs({ runtime: shop.runtime, actor }, path, keyed, { key: keyed.requestId });
};

/** Every mutation of the desk, read from the router itself, so that no list of them can miss one. */
export const deskMutations = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>)
  .filter(([path, { _def }]) => path.startsWith('desk.') && _def.type === 'mutation')
  .map(([path]) => path as `desk.${string}`);

/** A row of the audit, as the table has it. */
export type AuditLine = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly action: string;
  readonly result: string;
  readonly refusal: string | null;
  readonly target: string;
};

/** All audit rows of this operator request, or of this target, oldest first. */
export const auditOf = async (shop: TestShop, by: { requestId: string } | { target: string }): Promise<AuditLine[]> => {
  const [column, value] = 'requestId' in by ? ['request_id', by.requestId] : ['target', by.target];
  const { rows } = await shop.observer.query<AuditLine>(`SELECT * FROM audit_entry WHERE ${column} = $1 ORDER BY id`, [
    value,
  ]);
  return rows;
};

export type OperatorActor = Extract<Actor, { kind: 'operator' }>;

/** An operator of this role, signed in just now. */
export const operator = (role: OperatorRole = 'viewer'): OperatorActor => ({
  kind: 'operator',
  userId: randomUUID(),
  role,
  name: role,
  signedInAt: new Date(),
});

/** A signed-in customer or, with the caller of one, an API key. */
export const account = (caller = `user:${randomUUID()}`): Actor => ({
  kind: 'account',
  accountId: `acc_${randomUUID()}` as AccountId,
  caller,
  name: 'acme',
});
