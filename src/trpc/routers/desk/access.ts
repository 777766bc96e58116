import { z } from 'zod';
import { invite, inviteInput, revokeInput, revokeInvitation } from '../../../desk/access/invite.ts';
import {
  changeRole,
  changeRoleInput,
  endSessionsInput,
  setDisabled,
  setDisabledInput,
  signOutMe,
  signOutPerson,
} from '../../../desk/access/people.ts';
import { listPeople, listSessions } from '../../../postgres/statements/list-people.ts';
import { t } from '../../init.ts';
import { operatorCommand } from '../../operator-command.ts';
import { operatorProcedure } from '../../procedures.ts';
import { readDesk } from '../../read-desk.ts';

const user = ({ userId }: { userId: string }) => ({ target: `user:${userId}` });

/** Who may work at the desk, and from where they are signed in. */
export const accessRouter = t.router({
  people: operatorProcedure('access:manage').query(({ ctx }) =>
    readDesk(ctx, async ({ client, asOf }) => ({ ...(await listPeople(client)), asOf })),
  ),
  sessions: operatorProcedure('overview:read').query(({ ctx }) =>
    readDesk(ctx, async ({ client, asOf }) => ({ sessions: await listSessions(client, ctx.operator.userId), asOf })),
  ),
  invite: operatorCommand({
    permission: 'access:manage',
    action: 'access.invite',
    severe: true,
    target: ({ email }: { email: string }) => ({ target: `invitation:${email}` }),
  })
    // The link's token is in the answer: it is given once and never stored.
    .input(inviteInput, { keepAnswer: 'reference' })
    .mutation(({ ctx, input }) => invite(ctx.tx, ctx.operator, input)),
  revokeInvitation: operatorCommand({
    permission: 'access:manage',
    action: 'access.revoke_invitation',
    severe: true,
    target: ({ id }: { id: string }) => ({ target: `invitation:${id}` }),
  })
    .input(revokeInput)
    .mutation(({ ctx, input }) => revokeInvitation(ctx.tx, ctx.operator, input)),
  changeRole: operatorCommand({ permission: 'access:manage', action: 'access.change_role', severe: true, target: user })
    .input(changeRoleInput)
    .mutation(({ ctx, input }) => changeRole(ctx.tx, ctx.operator, input)),
  setDisabled: operatorCommand({
    permission: 'access:manage',
    action: 'access.set_disabled',
    severe: true,
    target: user,
  })
    .input(setDisabledInput)
    .mutation(({ ctx, input }) => setDisabled(ctx.tx, ctx.operator, input)),
  signOutPerson: operatorCommand({
    permission: 'access:manage',
    action: 'access.sign_out_person',
    severe: true,
    target: user,
  })
    .input(endSessionsInput)
    .mutation(({ ctx, input }) => signOutPerson(ctx.tx, ctx.operator, input)),
  signOutMe: operatorCommand({
    permission: 'overview:read',
    action: 'access.sign_out_me',
    target: () => ({ target: 'user:self' }),
  })
    .input(z.object({}))
    .mutation(({ ctx }) => signOutMe(ctx.tx, ctx.operator)),
});
