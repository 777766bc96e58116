import { TRPCError } from '@trpc/server';
import type { Actor } from '../auth/actor.ts';
import type { Operator } from '../desk/operator.ts';
import { type Permission, roleMay } from '../desk/permissions.ts';
import type { Context } from './context.ts';
import { type DenialReason, OperatorDenied } from './error-causes.ts';

/** What a command asks of whoever sends it. */
export type CommandNeeds = { readonly permission: Permission; readonly severe?: boolean };

/** A command that is turned away, and whom the audit names for it. */
export type Denial = {
  readonly reason: DenialReason;
  readonly message: string;
  readonly actor: { readonly id: string; readonly name: string; readonly role: string };
};

/** Fifteen minutes: what can move money is done by somebody who proved lately who they are, not by an open tab. */
const FRESH_SESSION_MS = 15 * 60_000;

/**
 * May this command run now? The operator, or why not.
 * @throws UNAUTHORIZED for nobody, FORBIDDEN for a suspended account: there is nobody whom an audit could name.
 */
export async function admitOperator(
  { actor, runtime }: Pick<Context, 'actor' | 'runtime'>,
  needs: CommandNeeds,
): Promise<{ readonly operator: Operator } | { readonly denial: Denial }> {
  const named = namedActor(actor);
  const deny = (reason: DenialReason, message: string) => ({ denial: { reason, message, actor: named } });
  if (actor.kind !== 'operator' || !roleMay(actor.role, needs.permission)) {
    return deny('permission', lackingText(needs.permission));
  }
  if (runtime.engine.readOnly) {
    return deny(
      'read_only',
      'This installation is read-only for now, so nothing was done. Try again after the maintenance.',
    );
  }
  if (needs.severe && (await sessionAgeMs(runtime, actor)) > FRESH_SESSION_MS) {
    return deny(
      'sign_in_again',
      'This needs a sign-in of the last 15 minutes. Nothing was done. Sign in again, then repeat it.',
    );
  }
  return { operator: actor };
}

/** The denial of an operator whose role lacks this. */
export const lacking = ({ userId, name, role }: Operator, permission: Permission): Denial => ({
  reason: 'permission',
  message: lackingText(permission),
  actor: { id: userId, name, role },
});

const lackingText = (permission: Permission): string =>
  `Your role lacks the permission "${permission}". Nothing was done.`;

/** The typed error of a denial. */
export const denied = ({ reason, message }: Denial): TRPCError =>
  new TRPCError({ code: 'FORBIDDEN', message, cause: new OperatorDenied(reason, message) });

function namedActor(actor: Actor): Denial['actor'] {
  switch (actor.kind) {
    case 'operator':
      return { id: actor.userId, name: actor.name, role: actor.role };
    case 'account':
      return { id: actor.accountId, name: actor.name, role: 'customer' };
    case 'suspended':
      throw new TRPCError({ code: 'FORBIDDEN', message: 'This account is suspended. Nothing was done.' });
    case 'nobody':
      throw new TRPCError({ code: 'UNAUTHORIZED', message: actor.why });
  }
}

async function sessionAgeMs({ database }: Context['runtime'], { signedInAt }: Operator): Promise<number> {
  const { rows } = await database.pool.query<{ age: number }>({
    name: 'latchkey_session_age',
    text: 'SELECT (extract(epoch FROM pg_catalog.clock_timestamp() - $1::pg_catalog.timestamptz) * 1000)::pg_catalog.float8 AS age',
    values: [signedInAt.toISOString()],
  });
  return rows[0]?.age ?? Number.POSITIVE_INFINITY;
}
