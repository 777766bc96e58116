import { z } from 'zod';
import { type Refusal, refuse } from '../../idempotency/refusal.ts';
import type { Tx } from '../../postgres/guarded-tx.ts';
import type { Applied } from '../applied.ts';
import { changed } from '../changed.ts';
import type { Operator } from '../operator.ts';
import { OPERATOR_ROLES } from '../permissions.ts';
import { reasonText } from '../reason-text.ts';

const person = z.object({ userId: z.string().min(1).max(100), reason: reasonText() });

export const changeRoleInput = person.extend({ role: z.enum(OPERATOR_ROLES), seenRole: z.enum(OPERATOR_ROLES) });
export const setDisabledInput = person.extend({ disabled: z.boolean(), seenDisabled: z.boolean() });
export const endSessionsInput = person;

type Row = { readonly id: string; readonly name: string; readonly role: string; readonly banned: boolean };

// The admins with them and in the order of their ids: two commands that would each leave the other's admin as the last
// one wait for each other, and the second sees what the first did.
const LOCK = `
SELECT id, name, role, banned FROM public."user" WHERE id = $1 OR (role = 'admin' AND NOT banned) ORDER BY id FOR UPDATE`;

async function lockPerson(tx: Tx, userId: string) {
  const rows = await tx.$queryRawUnsafe<Row[]>(LOCK, userId);
  const found = rows.find(({ id }) => id === userId);
  const isOperator = OPERATOR_ROLES.some((role) => role === found?.role);
  const otherAdmins = rows.filter(({ id, role, banned }) => id !== userId && role === 'admin' && !banned).length;
  return found && isOperator ? { found, otherAdmins } : null;
}

const NOT_THERE = () => refuse('not_found', 404, 'There is no such operator. Nothing was done.');

const lastAdmin = (name: string) =>
  refuse(
    'last_admin',
    409,
    `${name} is the last admin: nobody could give access any more. Make somebody else one first.`,
  );

const endSessions = async (tx: Tx, userId: string): Promise<number> =>
  (await tx.session.deleteMany({ where: { userId } })).count;

/** Gives an operator another role; their sessions end, so that no open tab keeps the old one. */
export async function changeRole(
  tx: Tx,
  _operator: Operator,
  { userId, role, seenRole }: z.output<typeof changeRoleInput>,
): Promise<Applied<{ readonly userId: string; readonly role: string; readonly sessionsEnded: number }> | Refusal> {
  const locked = await lockPerson(tx, userId);
  if (!locked) return NOT_THERE();
  const { found, otherAdmins } = locked;
  if (found.role !== seenRole)
    return changed(`${found.name} has the role "${found.role}" by now.`, { role: found.role });
  if (found.role === 'admin' && role !== 'admin' && otherAdmins === 0) return lastAdmin(found.name);
  await tx.user.update({ where: { id: userId }, data: { role } });
  const sessionsEnded = await endSessions(tx, userId);
  return {
    answer: { userId, role, sessionsEnded },
    before: { role: found.role },
    after: { role, sessionsEnded },
  };
}

/** Lets an operator sign in no more, or again; when not, their sessions end. */
export async function setDisabled(
  tx: Tx,
  _operator: Operator,
  { userId, disabled, seenDisabled, reason }: z.output<typeof setDisabledInput>,
): Promise<Applied<{ readonly userId: string; readonly disabled: boolean; readonly sessionsEnded: number }> | Refusal> {
  const locked = await lockPerson(tx, userId);
  if (!locked) return NOT_THERE();
  const { found, otherAdmins } = locked;
  if (found.banned !== seenDisabled) {
    return changed(`${found.name} ${found.banned ? 'is disabled' : 'may sign in'} by now.`, { disabled: found.banned });
  }
  if (disabled && found.role === 'admin' && otherAdmins === 0) return lastAdmin(found.name);
  const data = { banned: disabled, banReason: disabled ? reason : null, banExpires: null };
  await tx.user.update({ where: { id: userId }, data });
  const sessionsEnded = disabled ? await endSessions(tx, userId) : 0;
  return {
    answer: { userId, disabled, sessionsEnded },
    before: { disabled: found.banned },
    after: { disabled, sessionsEnded },
  };
}

/** Ends every session of an operator, on every device. */
export async function signOutPerson(
  tx: Tx,
  _operator: Operator,
  { userId }: z.output<typeof endSessionsInput>,
): Promise<Applied<{ readonly userId: string; readonly sessionsEnded: number }> | Refusal> {
  if (!(await lockPerson(tx, userId))) return NOT_THERE();
  const sessionsEnded = await endSessions(tx, userId);
  return { answer: { userId, sessionsEnded }, after: { sessionsEnded } };
}

/** Ends every session of the one who asks, this one too. */
export async function signOutMe(tx: Tx, { userId }: Operator): Promise<Applied<{ readonly sessionsEnded: number }>> {
  const sessionsEnded = await endSessions(tx, userId);
  return { answer: { sessionsEnded }, target: `user:${userId}`, after: { sessionsEnded } };
}
