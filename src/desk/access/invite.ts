import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Refusal, refuse } from '../../idempotency/refusal.ts';
import type { Tx } from '../../postgres/guarded-tx.ts';
import { storableText } from '../../shop/storable-text.ts';
import type { Applied } from '../applied.ts';
import type { Operator } from '../operator.ts';
import { OPERATOR_ROLES } from '../permissions.ts';
import { reasonText } from '../reason-text.ts';

export const inviteInput = z.object({
  email: z.email('An e-mail address is expected.').max(320).toLowerCase(),
  name: storableText().trim().min(1, 'A name is expected.').max(120),
  role: z.enum(OPERATOR_ROLES),
  reason: reasonText(),
});

/** The token of the link is in this answer and nowhere else: what is stored of it is its print. */
export type Invited = { readonly id: string; readonly token: string; readonly expiresAt: Date };

/** What is stored of an invitation's token. */
export const printOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

// Three days: a link that is sent on Friday is opened on Monday. By the database's clock.
const ADD = `
INSERT INTO public.invitation (id, email, name, role, token_hash, invited_by, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, pg_catalog.clock_timestamp() + interval '72 hours') RETURNING expires_at AS "expiresAt"`;

/** Asks a person to the desk by a link that works once. An earlier link to the same address ends. */
export async function invite(
  tx: Tx,
  { userId }: Operator,
  { email, name, role }: z.output<typeof inviteInput>,
): Promise<Applied<Invited> | Refusal> {
  if (await tx.user.findUnique({ where: { email }, select: { id: true } })) {
    return refuse('already_there', 409, 'Somebody signs in with this address already. Change their role instead.');
  }
  const { count } = await tx.invitation.deleteMany({ where: { email, usedAt: null } });
  const id = randomUUID();
  const token = randomBytes(32).toString('base64url');
  const rows = await tx.$queryRawUnsafe<{ expiresAt: Date }[]>(ADD, id, email, name, role, printOfToken(token), userId);
  const expiresAt = rows[0]?.expiresAt;
  if (!expiresAt) throw new Error('The invitation was not written: its INSERT gave nothing back.');
  return {
    answer: { id, token, expiresAt },
    target: `invitation:${id}`,
    after: { email, name, role, expiresAt, earlierLinksEnded: count },
  };
}

export const revokeInput = z.object({ id: z.uuid(), reason: reasonText() });

/** Ends an open invitation: its link opens nothing from here on. */
export async function revokeInvitation(
  tx: Tx,
  _operator: Operator,
  { id }: z.output<typeof revokeInput>,
): Promise<Applied<{ readonly id: string }> | Refusal> {
  const open = await tx.invitation.findFirst({ where: { id, usedAt: null } });
  if (!open) return refuse('not_found', 404, 'This invitation was used or ended already. Nothing was done.');
  await tx.invitation.delete({ where: { id } });
  return { answer: { id }, before: { email: open.email, name: open.name, role: open.role } };
}
